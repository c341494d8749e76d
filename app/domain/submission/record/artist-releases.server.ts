import { type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { NO_PREVIEW, previewPath } from "~/domain/uploads/preview";
import type { Database } from "~/platform/database.server";
import { drafts, submissions } from "../submission-tables.server";
import { pastStatusSchema } from "./past-statuses";
import { artworkUrlOf, type DraftCard, type ReleaseCard } from "./release-card";
import { CATALOGUE_TRANSFER } from "./release-name";
import { releaseProgress } from "./release-progress";
import { isReplacedSql } from "./replacement.server";
import { hasSignedAgreementSql } from "./signed-agreement.server";
import { releaseDateSql, submissionTitleSql } from "./title-sql.server";

const PAGE_SIZE = 60;
const MAX_DRAFTS = 5;
/** Sorts after every ULID. */
const AFTER_LAST_ID = "~";

const text = v.pipe(
  v.nullable(v.string()),
  v.transform((value) => value ?? ""),
);
const rowSchema = v.object({
  is_draft: v.number(),
  is_here: v.number(),
  id: v.string(),
  item: v.nullable(v.string()),
  title: text,
  type: text,
  date: text,
  status: v.string(),
  artwork: v.nullable(v.string()),
  elsewhere: v.nullable(v.string()),
  at: v.string(),
  expires: text,
  resend: v.nullable(v.string()),
  due: text,
  asked: v.nullable(v.string()),
  signed: v.nullable(v.number()),
  replaced: v.nullable(v.number()),
  last: v.nullable(v.pipe(v.string(), v.parseJson(), pastStatusSchema)),
});
type Row = v.InferOutput<typeof rowSchema>;

interface ReleasesQuery {
  artistId: string;
  /** The condition for the draft that this browser has open, if any. */
  isInBrowser: SQL | undefined;
  now: Date;
  /** As DELIVERY_WEEKS. */
  deliveryWeeks: number;
  before?: string | undefined;
}

const previewUrl = ({ artwork }: Row) => (artwork === null ? undefined : previewPath(artwork));

function toCard(row: Row, { now, deliveryWeeks }: ReleasesQuery): ReleaseCard {
  const facts = {
    ...{ status: row.status, changesAskedAt: row.asked, answer: row.last?.answer },
    ...{ isReplaced: row.replaced === 1, hasSigned: row.signed === 1 },
    ...{ releaseDate: row.date, createdAt: row.at, replyDueAt: row.due },
    statusAt: row.last?.at ?? "",
    deliveryWeeks,
  };
  return {
    progress: releaseProgress(facts, now),
    id: row.item ?? row.id,
    releaseTitle: row.title,
    releaseType: row.type,
    releaseDate: row.date,
    status: row.status,
    artworkUrl: artworkUrlOf(previewUrl(row), row.elsewhere),
    createdAt: row.at,
  };
}

function toDraftCard(row: Row): DraftCard {
  return {
    id: row.id,
    releaseTitle: row.title,
    releaseType: row.type,
    artworkUrl: artworkUrlOf(previewUrl(row), null),
    updatedAt: row.at,
    expiresAt: row.expires,
    isOpenHere: row.is_here === 1,
    resendOf: row.resend,
  };
}

/**
 * An account's open drafts, on any device, with the draft of this browser if it has no other owner,
 * and its submissions, the latest first. One query, however many there are.
 */
export async function releasesOfArtist(db: Database, query: ReleasesQuery) {
  const { artistId, isInBrowser, now, before } = query;
  const answer = (path: string) => sql`json_extract(${drafts.answers}, ${path})`;
  const form = (path: string) => sql`json_extract(${submissions.formData}, ${path})`;
  const file = sql`SELECT uploads.id FROM uploads WHERE uploads.draft_id = ${drafts.id}
    AND uploads.state = 'complete'`;
  // As in `previewOf`: only pictures with a preview are shown.
  const isSeen = sql`uploads.state = 'complete' AND uploads.preview IS NOT ${NO_PREVIEW}`;
  const artwork = sql`(SELECT uploads.id FROM uploads
    WHERE uploads.id = ${form("$.artworkUploadId")} AND uploads.kind <> 'track' AND ${isSeen})`;
  // A catalogue transfer has no release title or type.
  const isTransfer = (uploadType: SQL) => sql`coalesce(${uploadType} = 'transfer', FALSE)`;
  // NULL for a key that opens no draft.
  const isCurrentDraft = isInBrowser ? sql`coalesce(${isInBrowser}, FALSE)` : sql`FALSE`;
  const isOwned = sql`(${drafts.artistId} = ${artistId} OR (${drafts.artistId} IS NULL AND ${isCurrentDraft}))`;
  const isFirst = before === undefined ? sql`TRUE` : sql`FALSE`;
  const isBegun = sql`(${drafts.answers} <> '{}' OR EXISTS (${file}))`;
  const draftRows = sql`SELECT 1 AS is_draft, ${isCurrentDraft} AS is_here, ${drafts.id} AS id, NULL AS item,
    CASE WHEN ${isTransfer(answer("$.music.uploadType"))} THEN ${CATALOGUE_TRANSFER}
      ELSE ${answer("$.music.releaseTitle")} END AS title,
    ${answer("$.music.releaseType")} AS type,
    NULL AS date, '' AS status, (${file} AND uploads.slot = 'artwork' AND ${isSeen}) AS artwork,
    NULL AS elsewhere, ${drafts.updatedAt} AS at, ${drafts.expiresAt} AS expires, ${drafts.resendOf} AS resend,
    NULL AS due, NULL AS asked, NULL AS signed, NULL AS replaced, NULL AS last
    FROM ${drafts} WHERE ${isFirst} AND ${isOwned} AND ${drafts.submittedAt} IS NULL AND ${drafts.expiredAt} IS NULL
    AND ${drafts.expiresAt} > ${now.toISOString()} AND ${isBegun}
    ORDER BY ${drafts.updatedAt} DESC LIMIT ${MAX_DRAFTS}`;
  const submissionRows = sql`SELECT 0, 0, ${submissions.id}, ${submissions.boardItemId},
    ${submissionTitleSql}, CASE WHEN NOT ${isTransfer(form("$.uploadType"))} THEN ${form("$.releaseType")} END,
    ${releaseDateSql},
    ${submissions.status}, ${artwork},
    coalesce(${form("$.transferMetadata.releases[0].artworkUrl")}, ${form("$.catalogueItems[0].image")}),
    ${submissions.createdAt}, NULL, NULL, ${submissions.replyDueAt}, ${submissions.changesAskedAt},
    ${hasSignedAgreementSql(sql`${submissions.id}`)}, ${isReplacedSql}, ${submissions.statusHistory} -> '$[#-1]'
    FROM ${submissions} WHERE ${submissions.artistId} = ${artistId}
    AND ${submissions.id} < ${before ?? AFTER_LAST_ID} ORDER BY ${submissions.id} DESC LIMIT ${PAGE_SIZE + 1}`;
  const rows = v.parse(
    v.array(rowSchema),
    await db.all(sql`SELECT * FROM (${draftRows}) UNION ALL SELECT * FROM (${submissionRows})`),
  );
  const sentRows = rows.filter((row) => row.is_draft === 0);
  const page = sentRows.slice(0, PAGE_SIZE);
  return {
    drafts: rows.filter((row) => row.is_draft === 1).map(toDraftCard),
    releases: page.map((row) => toCard(row, query)),
    next: sentRows.length > PAGE_SIZE ? page.at(-1)?.id : undefined,
  };
}

export async function isOfArtist(
  db: Database,
  { draftId, artistId }: { draftId: string; artistId: string },
): Promise<boolean> {
  const isOwnSubmission = sql`${submissions.draftId} = ${draftId} AND ${submissions.artistId} = ${artistId}`;
  if ((await db.$count(submissions, isOwnSubmission)) > 0) return true;
  const isOwnDraft = sql`${drafts.id} = ${draftId} AND ${drafts.artistId} = ${artistId} AND ${drafts.submittedAt} IS NULL`;
  return (await db.$count(drafts, isOwnDraft)) > 0;
}
