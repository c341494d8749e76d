import { and, eq, inArray, notInArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { GOING, type Upload } from "../upload";
import { uploadParts, uploadPieces, uploads } from "./tables.server";
import { draftIsOpen, NO_BYTES, uploadOf } from "./upload-row.server";

/** The statement by which uploads are taken away, as long as their draft is not submitted. */
export function removal(db: Database, which: (SQL | undefined)[]) {
  return db
    .update(uploads)
    .set({ state: "removed" })
    .where(and(...which, notInArray(uploads.state, [...GOING]), draftIsOpen))
    .returning();
}

/**
 * Takes uploads of a draft away, as long as it is not submitted: from then on nothing counts them,
 * and `clearGoing` may remove their bytes.
 * @param which an upload, whatever its state or while it is open, or as its artist chose it; what
 * comes to a slot in the place of a stored file, all that a slot has, or the slots whose uploads stay.
 * @returns those that this call took away.
 */
export async function takeAway(db: Database, draftId: string, which: Which): Promise<Upload[]> {
  return (await removal(db, [eq(uploads.draftId, draftId), ...those(which)])).map(uploadOf);
}

type Which =
  | { id: string }
  | { openId: string }
  | { chosen: Pick<Upload, "id" | "slot"> }
  | { comingTo: string }
  | { slot: string }
  | { allBut: ReadonlySet<string> };

/** An upload, with those that were to come before it. */
function isChosen({ id, slot }: Pick<Upload, "id" | "slot">): SQL {
  return sql`(${uploads.id} = ${id}
    OR (${uploads.slot} = ${slot} AND ${uploads.state} = 'open' AND ${uploads.id} < ${id}))`;
}

/** What is on its way in the place of a stored file. */
const isInPlace = sql`(${uploads.state} = 'open' AND EXISTS (SELECT 1 FROM uploads AS stored
  WHERE stored.draft_id = ${uploads.draftId} AND stored.slot = ${uploads.slot} AND stored.state = 'complete'))`;

function those(which: Which): SQL[] {
  if ("id" in which) return [eq(uploads.id, which.id)];
  if ("openId" in which) return [eq(uploads.id, which.openId), eq(uploads.state, "open")];
  if ("chosen" in which) return [isChosen(which.chosen)];
  if ("comingTo" in which) return [eq(uploads.slot, which.comingTo), isInPlace];
  if ("slot" in which) return [eq(uploads.slot, which.slot)];
  return [notInArray(uploads.slot, [...which.allBut])];
}

/**
 * The statement that takes away what was sent for drafts that end at this moment. It belongs into
 * the batch that ends them.
 */
export function takeAwayEnded(db: Database, endedAt: string) {
  const ended = sql`${uploads.draftId} IN (SELECT drafts.id FROM drafts WHERE drafts.expired_at = ${endedAt})`;
  return removal(db, [ended]);
}

/** Uploads on their way out. @param but ids of those that are left for another time. */
export async function goingUploads(
  db: Database,
  { limit, but = [] }: { limit: number; but?: readonly string[] },
): Promise<Upload[]> {
  const others = sql`${uploads.id} NOT IN (SELECT value FROM json_each(${JSON.stringify(but)}))`;
  const rows = await db
    .select()
    .from(uploads)
    .where(and(inArray(uploads.state, [...GOING]), others))
    .limit(limit);
  return rows.map(uploadOf);
}

/** Forgets uploads that are on their way out, with their parts and pieces. */
export async function forgetGoing(db: Database, ids: readonly string[]): Promise<void> {
  const given = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const going = db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(sql`${uploads.id} IN ${given}`, inArray(uploads.state, [...GOING])));
  await db.batch([
    db.delete(uploadPieces).where(inArray(uploadPieces.uploadId, going)),
    db.delete(uploadParts).where(inArray(uploadParts.uploadId, going)),
    db.delete(uploads).where(inArray(uploads.id, going)),
  ]);
}

/** Writes down that nothing of these is in storage any more. */
export async function forgetBytes(
  db: Database,
  gone: readonly Pick<Upload, "id">[],
): Promise<void> {
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(gone.map(({ id }) => id))}))`;
  await db.batch([
    db.delete(uploadParts).where(inArray(uploadParts.uploadId, ids)),
    db.delete(uploadPieces).where(inArray(uploadPieces.uploadId, ids)),
    db.update(uploads).set({ multipartId: NO_BYTES }).where(inArray(uploads.id, ids)),
  ]);
}
