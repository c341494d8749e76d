import { and, asc, desc, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Upload } from "../upload";
import {
  chooseStatement,
  fillStatement,
  hasChoiceSql,
  type SeenSlot,
  slotColumn,
} from "./slot-store.server";
import { isSubmittedDraftSql, markRemovedStatement, parseUploadRow } from "./upload-row.server";
import { uploads } from "./upload-tables.server";

type Place = Pick<Upload, "draftId" | "slot" | "kind" | "size">;

const isInPlace = ({ draftId, slot, kind, size }: Place) => [
  ...[eq(uploads.draftId, draftId), eq(uploads.slot, slot)],
  ...[eq(uploads.kind, kind), eq(uploads.size, size)],
];

/**
 * Whether a slot has an upload that may be of a chosen file: two masters of equal length with silent
 * ends share a fingerprint, and files of forms have none. Only their hashes tell.
 */
export async function mayHaveSameFile(db: Database, file: Place & { fingerprint: string }) {
  const hasNoFingerprint = and(isNull(uploads.fingerprint), eq(uploads.state, "complete"));
  const alike = or(eq(uploads.fingerprint, file.fingerprint), hasNoFingerprint);
  const [row] = await db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(...isInPlace(file), alike, inArray(uploads.state, ["open", "complete"])))
    .limit(1);
  return row !== undefined;
}

interface ChosenAgain extends Place {
  fileName: string;
  choice: string;
  seen: SeenSlot;
  sha256?: string | undefined;
  fingerprint?: string | undefined;
  /** Whether an open upload of the fingerprint is gone on with: of senders that name no choice. */
  byFingerprint?: boolean;
}

/** The upload that a choice goes on with: its own, the stored file of its hash, or an open one. */
function sameFileSql(db: Database, file: ChosenAgain): SQL {
  const { choice, sha256, fingerprint, byFingerprint = false } = file;
  const isOwn = eq(uploads.choice, choice);
  const isAlike = fingerprint === undefined ? sql`FALSE` : eq(uploads.fingerprint, fingerprint);
  const isUnclaimed = and(isNull(uploads.sha256), isAlike);
  const isOfHash =
    sha256 === undefined
      ? undefined
      : or(
          and(eq(uploads.state, "complete"), eq(uploads.sha256, sha256)),
          and(eq(uploads.state, "open"), or(eq(uploads.sha256, sha256), isUnclaimed)),
        );
  // A choice of one hash is never gone on with by a file of another, and a stored one is known by it.
  const canBeSame =
    sha256 === undefined
      ? eq(uploads.state, "open")
      : or(isNull(uploads.sha256), eq(uploads.sha256, sha256));
  return sql`(${db
    .select({ id: uploads.id })
    .from(uploads)
    .where(
      and(
        ...isInPlace(file),
        inArray(uploads.state, ["open", "complete"]),
        or(
          and(isOwn, canBeSame),
          isOfHash,
          byFingerprint ? and(eq(uploads.state, "open"), isAlike) : undefined,
        ),
      ),
    )
    .orderBy(asc(uploads.state), sql`${isOwn} DESC`, desc(uploads.id))
    .limit(1)})`;
}

/**
 * Makes a file the last choice of its slot where the draft has an upload of it already, stored or
 * begun, unless the slot was changed since its sender saw it.
 * @returns that upload, and those it replaced; undefined where there is none, or the slot was changed.
 */
export async function resumeSameFile(
  db: Database,
  file: ChosenAgain,
  now: Date,
): Promise<{ upload: Upload; replaced: Upload[] } | undefined> {
  const { choice, seen, sha256, fileName, draftId, slot } = file;
  const same = sameFileSql(db, file);
  const isAllowed = sql`${same} IS NOT NULL AND NOT (${isSubmittedDraftSql(file.draftId)})`;
  const chosenId = sql`(SELECT chosen.id FROM uploads AS chosen WHERE chosen.draft_id = ${draftId}
    AND chosen.slot = ${slot} AND chosen.choice = ${choice} AND chosen.state = 'complete' LIMIT 1)`;
  const [, rows, replaced] = await db.batch([
    chooseStatement(db, file, choice, { seen: { ...seen, sha256 }, isAllowed, now }),
    db
      .update(uploads)
      .set({
        choice,
        ...(sha256 !== undefined && { sha256 }),
        fileName: sql`CASE WHEN ${uploads.state} = 'open' THEN ${fileName} ELSE ${uploads.fileName} END`,
      })
      .where(and(eq(uploads.id, same), hasChoiceSql(file, choice)))
      .returning(),
    // A stored file makes whatever else the slot has superfluous, as one that arrives does.
    markRemovedStatement(db, [
      ...[eq(uploads.draftId, draftId), eq(uploads.slot, slot), hasChoiceSql(file, choice)],
      sql`${uploads.id} <> ${chosenId}`,
      or(ne(uploads.state, "complete"), sql`${uploads.id} IS ${slotColumn("upload_id", file)}`),
    ]),
    fillStatement(db, file, now),
  ]);
  const [row] = rows;
  return row && { upload: parseUploadRow(row), replaced: replaced.map(parseUploadRow) };
}
