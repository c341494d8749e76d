import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Database, rowValues } from "~/platform/database.server";
import { browserOfChoice, type SlotState, type Upload } from "../upload";
import {
  draftIsOpen,
  isSubmittedDraftSql,
  markRemovedStatement,
  parseUploadRow,
} from "./upload-row.server";
import { slots, uploads } from "./upload-tables.server";

export type SlotRef = Pick<Upload, "draftId" | "slot">;

/**
 * What its sender knew of a slot. `version`: the one it was shown; without it whatever is there counts
 * as seen. `choice`: the name of what is chosen now; an earlier choice of the same browser was made by
 * the same person. `sha256`: of the file that is chosen; where the same bytes are the last choice already,
 * nobody's file is replaced unseen.
 */
export interface SeenSlot {
  version?: number | undefined;
  choice?: string | undefined;
  sha256?: string | undefined;
}

const isSlot = ({ draftId, slot }: SlotRef) =>
  and(eq(slots.draftId, draftId), eq(slots.slot, slot));

/** A column of a slot's row, as a value of another statement. */
export const slotColumn = (
  column: "version" | "choice" | "upload_id" | "version_choice",
  { draftId, slot }: SlotRef,
): SQL =>
  sql`(SELECT ${sql.raw(`held.${column}`)} FROM slots AS held WHERE held.draft_id = ${draftId} AND held.slot = ${slot})`;

/** Whether a slot was not changed since its sender saw it. */
function isUnchangedSql(ref: SlotRef, { version, choice = "", sha256 }: SeenSlot): SQL {
  if (version === undefined) return sql`TRUE`;
  const isSameFile = sql`EXISTS (SELECT 1 FROM uploads AS same WHERE same.draft_id = ${ref.draftId}
    AND same.slot = ${ref.slot} AND same.choice = ${slotColumn("choice", ref)} AND same.sha256 = ${sha256 ?? ""}
    AND same.state IN ('open', 'complete'))`;
  const firstOwn = browserOfChoice(choice) || choice;
  const isOwnEarlier = sql`${slotColumn("version_choice", ref)} BETWEEN ${firstOwn} AND ${choice}`;
  return sql`(coalesce(${slotColumn("version", ref)}, 0) = ${version} OR ${isOwnEarlier} OR ${isSameFile})`;
}

/** Whether a slot's last choice is this one. */
export const hasChoiceSql = (ref: SlotRef, choice: string | SQL): SQL =>
  sql`${slotColumn("choice", ref)} IS ${choice}`;

/** Whether a slot is as its sender saw it. */
export async function wasSeen(db: Database, ref: SlotRef, seen: SeenSlot): Promise<boolean> {
  const row = await db.get<{ seen: number | null }>(
    sql`SELECT (${isUnchangedSql(ref, seen)}) AS "seen"`,
  );
  return row?.seen === 1;
}

/**
 * Who has made the version of a slot that a choice was refused for: the same browser, by a later
 * choice, or another one.
 */
export async function lastChangeBy(db: Database, ref: SlotRef, choice = "") {
  const row = await db.get<{ name: string | null }>(
    sql`SELECT ${slotColumn("version_choice", ref)} AS "name"`,
  );
  const browser = browserOfChoice(choice);
  return browser !== "" && row?.name?.startsWith(browser) ? "this-browser" : "another";
}

/** Whether a stored upload is the file of its slot. */
export async function isInSlot(
  db: Database,
  { id, ...ref }: Pick<Upload, "id" | "draftId" | "slot">,
): Promise<boolean> {
  const row = await db.get<{ filled: number }>(
    sql`SELECT ${slotColumn("upload_id", ref)} IS ${id} AS "filled"`,
  );
  return row?.filled === 1;
}

/** Makes a choice the last one of its slot, unless the slot was changed since its sender saw it. */
export function chooseStatement(
  db: Database,
  ref: SlotRef,
  choice: string,
  { seen, isAllowed, now }: { seen: SeenSlot; isAllowed: SQL; now: Date },
) {
  const { draftId, slot } = ref;
  const updatedAt = now.toISOString();
  const row = {
    draftId,
    slot,
    version: 1,
    choice,
    updatedAt,
    versionChoice: choice,
  };
  return db
    .insert(slots)
    .select(
      sql`SELECT ${rowValues(slots, row)} WHERE ${isAllowed} AND ${isUnchangedSql(ref, { ...seen, choice })}`,
    )
    .onConflictDoUpdate({
      target: [slots.draftId, slots.slot],
      set: { version: sql`slots.version + 1`, choice, updatedAt, versionChoice: choice },
      setWhere: sql`slots.choice IS NOT excluded.choice`,
    });
}

/** Puts the stored file of a slot's last choice into the slot. */
export function fillStatement(db: Database, ref: SlotRef, now: Date) {
  const storedId = sql`(SELECT chosen.id FROM uploads AS chosen WHERE chosen.draft_id = ${ref.draftId}
    AND chosen.slot = ${ref.slot} AND chosen.choice = slots.choice AND chosen.state = 'complete'
    ORDER BY chosen.id DESC LIMIT 1)`;
  return db
    .update(slots)
    .set({ uploadId: storedId, updatedAt: now.toISOString() })
    .where(and(isSlot(ref), sql`${storedId} IS NOT NULL`));
}

/**
 * Takes uploads that ended without a file, such as refused ones, out of their slots: what is stored
 * there is the last choice again. Goes into the batch that ends them; nobody's choice is counted.
 * @param isEnded a condition for `uploads AS ended`.
 */
export function revertChoicesStatement(db: Database, isEnded: SQL, now: Date) {
  const hasEnded = sql`EXISTS (SELECT 1 FROM uploads AS ended WHERE ended.draft_id = slots.draft_id
    AND ended.slot = slots.slot AND (ended.choice = slots.choice OR ended.id = slots.upload_id)
    AND ended.state NOT IN ('open', 'complete') AND ${isEnded})`;
  const isChoiceLeft = sql`EXISTS (SELECT 1 FROM uploads AS again WHERE again.draft_id = slots.draft_id
    AND again.slot = slots.slot AND again.choice = slots.choice AND again.state IN ('open', 'complete'))`;
  const stored = (column: "id" | "choice") =>
    sql`(SELECT stored.${sql.raw(column)} FROM uploads AS stored WHERE stored.id = slots.upload_id AND stored.state = 'complete')`;
  return db
    .update(slots)
    .set({
      choice: sql`CASE WHEN ${isChoiceLeft} THEN slots.choice ELSE ${stored("choice")} END`,
      uploadId: stored("id"),
      updatedAt: now.toISOString(),
    })
    .where(
      and(
        // Found by what has ended, not the other way round.
        sql`slots.draft_id IN (SELECT ended.draft_id FROM uploads AS ended WHERE ${isEnded})`,
        hasEnded,
      ),
    );
}

/** What a person wants of a slot: a file that is stored for it, or nothing in it. */
export interface SlotChange extends SlotRef {
  uploadId: string | null;
  seen: SeenSlot;
}

/**
 * Puts a stored file into its slot, or empties the slot, unless it was changed since its sender saw
 * it. Its other uploads are marked as removed. Safe to repeat.
 * @returns the uploads to purge, and whether the slot is as wanted.
 */
export async function changeSlot(
  db: Database,
  { uploadId, seen, ...ref }: SlotChange,
  now: Date,
): Promise<{ isDone: boolean; removed: Upload[] }> {
  const { draftId, slot } = ref;
  const choice = sql`(SELECT wanted.choice FROM uploads AS wanted WHERE wanted.id = ${uploadId}
    AND wanted.draft_id = ${draftId} AND wanted.slot = ${slot} AND wanted.state = 'complete')`;
  const isPossible = uploadId === null ? sql`TRUE` : sql`${choice} IS NOT NULL`;
  const row = {
    ...ref,
    version: sql`1`,
    choice,
    uploadId: sql`${uploadId}`,
    updatedAt: now.toISOString(),
    versionChoice: sql`${seen.choice ?? null}`,
  };
  const isAsWanted = sql`EXISTS (SELECT 1 FROM slots AS held WHERE held.draft_id = ${draftId} AND held.slot = ${slot}
    AND held.upload_id IS ${uploadId} AND held.choice IS ${choice})`;
  const condition = sql`NOT (${isSubmittedDraftSql(draftId)}) AND ${isPossible} AND ${isUnchangedSql(ref, seen)}`;
  const [, removed, [result]] = await db.batch([
    db
      .insert(slots)
      .select(sql`SELECT ${rowValues(slots, row)} WHERE ${condition}`)
      .onConflictDoUpdate({
        target: [slots.draftId, slots.slot],
        set: {
          version: sql`slots.version + 1`,
          choice: sql`excluded.choice`,
          uploadId: sql`excluded.upload_id`,
          updatedAt: row.updatedAt,
          versionChoice: sql`excluded.version_choice`,
        },
        setWhere: sql`slots.choice IS NOT excluded.choice OR slots.upload_id IS NOT excluded.upload_id`,
      }),
    markRemovedStatement(db, [
      eq(uploads.draftId, draftId),
      eq(uploads.slot, slot),
      sql`${uploads.id} IS NOT ${uploadId}`,
      isAsWanted,
    ]),
    db.select({ isAsWanted: sql<number>`${isAsWanted} AND ${isPossible}` }).from(sql`(SELECT 1)`),
  ]);
  return { isDone: result?.isAsWanted === 1, removed: removed.map(parseUploadRow) };
}

export function slotStatesQuery(db: Database, draftId: string) {
  const { slot, version, choice, uploadId } = slots;
  return db
    .select({ slot, version, choice, uploadId })
    .from(slots)
    .where(eq(slots.draftId, draftId));
}

/** The slots of a draft, emptied ones too. */
export async function slotStates(db: Database, draftId: string): Promise<SlotState[]> {
  return slotStatesQuery(db, draftId);
}

/** The condition that no choice was made in a draft since its slots were read. */
export function areSlotsUnchangedSql(draftId: string, read: readonly SlotState[]): SQL {
  const sum = read.reduce((total, { version }) => total + version, 0);
  return sql`(SELECT coalesce(sum(held.version), 0) FROM slots AS held WHERE held.draft_id = ${draftId}) = ${sum}`;
}

/**
 * Makes choices of uploads that a site from before the slots began or finished while it was being
 * replaced.
 * @param since ISO date; the migration has carried over what is older.
 */
export async function adoptEarlierUploads(db: Database, since: string): Promise<void> {
  // With a plus, so that the index of all complete uploads is not taken.
  const isEarlier = sql`${uploads.choice} IS NULL AND +${uploads.state} IN ('open', 'complete')
    AND ${uploads.updatedAt} >= ${since} AND ${draftIsOpen}`;
  await db.batch([
    db
      .insert(slots)
      .select(
        sql`SELECT draft_id, slot, 1, max(id), max(CASE WHEN state = 'complete' THEN id END), max(updated_at), max(id)
          FROM uploads WHERE ${isEarlier} GROUP BY draft_id, slot`,
      )
      .onConflictDoUpdate({
        target: [slots.draftId, slots.slot],
        set: {
          version: sql`slots.version + 1`,
          choice: sql`excluded.choice`,
          uploadId: sql`coalesce(excluded.upload_id, slots.upload_id)`,
          updatedAt: sql`excluded.updated_at`,
          versionChoice: sql`excluded.version_choice`,
        },
      }),
    db
      .update(uploads)
      .set({ choice: sql`${uploads.id}` })
      .where(isEarlier),
  ]);
}
