import { type SQL, sql } from "drizzle-orm";
import { ARTWORK_SLOT, MAX_TRACKS_BY_TYPE } from "../slots";
import type { Upload } from "../upload";
import {
  ALL_SENT_STAYS,
  ALREADY_SUBMITTED,
  NO_ROOM,
  NO_SUCH_TRACK,
  TOO_MANY_OPEN,
  TOO_MANY_PEOPLE,
} from "../upload-texts";
import { isOverBudget } from "./byte-budget.server";
import type { DraftQuota, ReceivingDeps } from "./receiving-deps.server";
import { isSubmittedDraftSql } from "./upload-row.server";

export interface PlacedFile {
  draftId: string;
  slot: string;
  /** As announced; 0 while unknown. */
  size: number;
  /** Whether the form also has the row of its track, which may be new. */
  withRow?: boolean;
}

export interface QuotaRefusal {
  ok: false;
  status: 409 | 429;
  text: string;
  retryAfter?: number;
}

const trackIdSql = (slot: SQL) => sql`substr(${slot}, instr(${slot}, ':') + 1)`;
const tracksSql = sql`json_each(drafts.answers, '$.music.tracks')`;
const savedTrackCount = sql`coalesce(json_array_length(drafts.answers, '$.music.tracks'), 0)`;
/** Of any release: what is too much for its type is kept until the artist has chosen. */
const MAX_TRACKS = MAX_TRACKS_BY_TYPE.lp;

/**
 * Whether a slot belongs to the release: to its artwork, a saved track, or a new row that still
 * fits, with the id that it will get.
 */
function isKnownSlotSql(slot: SQL): SQL {
  return sql`(${slot} = ${ARTWORK_SLOT}
    OR EXISTS (SELECT 1 FROM ${tracksSql} AS track WHERE track.key < ${MAX_TRACKS}
      AND json_extract(track.value, '$.id') = ${trackIdSql(slot)})
    OR (${trackIdSql(slot)} GLOB 'track-[0-9]*'
      AND 'track-' || CAST(substr(${trackIdSql(slot)}, 7) AS INTEGER) = ${trackIdSql(slot)}
      AND CAST(substr(${trackIdSql(slot)}, 7) AS INTEGER) > ${savedTrackCount}
      AND CAST(substr(${trackIdSql(slot)}, 7) AS INTEGER) <= ${MAX_TRACKS}))`;
}

/** Whether a slot is not part of the release. Rows posted with a file may be new. */
function isUnknownSlotSql({ draftId, slot, withRow }: PlacedFile): SQL {
  const unknownSlots = sql`(SELECT count(DISTINCT held.slot) FROM uploads AS held
    WHERE held.draft_id = drafts.id AND held.state IN ('open', 'complete')
    AND held.slot <> ${slot} AND NOT ${isKnownSlotSql(sql`held.slot`)})`;
  const canBeNew = withRow ? sql`${unknownSlots} < ${MAX_TRACKS}` : sql`0`;
  return sql`EXISTS (SELECT 1 FROM drafts WHERE drafts.id = ${draftId}
    AND NOT ${isKnownSlotSql(sql`${slot}`)} AND NOT (${canBeNew}))`;
}

function hasTooManyOpenSql({ draftId }: PlacedFile, quota: DraftQuota): SQL {
  return sql`(SELECT count(*) FROM uploads AS other
    WHERE other.draft_id = ${draftId} AND other.state = 'open') >= ${quota.open}`;
}

/** The bytes of an upload; those received while its size is unknown. */
const usedBytesSql = sql`CASE WHEN other.state = 'open' AND other.size = 0
  THEN (SELECT coalesce(sum(part.size), 0) FROM upload_parts AS part WHERE part.upload_id = other.id)
  ELSE other.size END`;

function isFullSql({ draftId, size }: PlacedFile, quota: DraftQuota): SQL {
  return sql`(SELECT coalesce(sum(${usedBytesSql}), 0) FROM uploads AS other
    WHERE other.draft_id = ${draftId} AND other.state IN ('open', 'complete'))
    + ${size} > ${quota.bytes}`;
}

/** The condition that a draft may have one more upload. */
export function canStartUploadSql(file: PlacedFile, quota: DraftQuota): SQL {
  return sql`NOT (${isSubmittedDraftSql(file.draftId)}) AND NOT ${isUnknownSlotSql(file)}
    AND NOT ${hasTooManyOpenSql(file, quota)} AND NOT ${isFullSql(file, quota)}`;
}

/** The condition that a slot has no file and none with another name pending. */
export function isSlotFreeSql({
  draftId,
  slot,
  fileName,
}: Pick<Upload, "draftId" | "slot" | "fileName">): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM uploads AS other
    WHERE other.draft_id = ${draftId} AND other.slot = ${slot}
    AND (other.state = 'complete' OR (other.state = 'open' AND other.file_name <> ${fileName})))`;
}

/**
 * The condition that a draft has room for `size` bytes of a file, without those that it replaces.
 */
export function fitsDraftQuotaSql(
  { id, draftId, slot }: Pick<Upload, "id" | "draftId" | "slot">,
  size: number,
  quota: DraftQuota,
): SQL {
  return sql`(SELECT coalesce(sum(${usedBytesSql}), 0) FROM uploads AS other
    WHERE other.draft_id = ${draftId} AND other.state IN ('open', 'complete')
    AND NOT (other.slot = ${slot} AND other.id <= ${id})) + ${size} <= ${quota.bytes}`;
}

/** The refusal of bytes for which this hour or the bucket has no room; undefined where they have. */
export async function budgetRefusal(
  { db, budget }: Pick<ReceivingDeps, "db" | "budget">,
  file: Pick<PlacedFile, "draftId" | "size">,
  now: Date,
): Promise<(QuotaRefusal & { status: 429 }) | undefined> {
  if (!(await isOverBudget(db, file, budget, now))) return undefined;
  return {
    ok: false,
    status: 429,
    text: `${TOO_MANY_PEOPLE} ${ALL_SENT_STAYS}`,
    retryAfter: 3_600,
  };
}

/** Why an upload could not start; what holds by now can be tried again. */
export async function explainQuotaRefusal(
  { db, quota, budget }: Pick<ReceivingDeps, "db" | "quota" | "budget">,
  file: PlacedFile,
  now: Date,
): Promise<QuotaRefusal> {
  const reasons = await db.get<Record<"submitted" | "unknown" | "many", number>>(sql`SELECT
    (${isSubmittedDraftSql(file.draftId)}) AS "submitted", ${isUnknownSlotSql(file)} AS "unknown",
    ${hasTooManyOpenSql(file, quota)} AS "many"`);
  if (reasons?.submitted) return { ok: false, status: 409, text: ALREADY_SUBMITTED };
  if (reasons?.unknown) return { ok: false, status: 409, text: NO_SUCH_TRACK, retryAfter: 2 };
  if (reasons?.many) return { ok: false, status: 429, text: TOO_MANY_OPEN, retryAfter: 30 };
  return (
    (await budgetRefusal({ db, budget }, file, now)) ?? {
      ok: false,
      status: 429,
      text: NO_ROOM,
      retryAfter: 60,
    }
  );
}
