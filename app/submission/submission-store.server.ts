import { and, asc, eq, isNotNull, isNull, notInArray } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import {
  type ReleaseForm,
  releaseFormSchema,
  type StoredFile,
  storedFileSchema,
} from "./release-form";
import { submissions } from "./tables.server";

type Row = typeof submissions.$inferSelect;

/** A recorded submission, its JSON columns opened. */
export interface Submission extends Omit<Row, "formData" | "files" | "statusHistory"> {
  form: ReleaseForm;
  files: StoredFile[];
}

function open(row: Row): Submission {
  const { formData, files, statusHistory: _, ...rest } = row;
  return {
    ...rest,
    form: v.parse(releaseFormSchema, JSON.parse(formData)),
    files: v.parse(v.array(storedFileSchema), JSON.parse(files)),
  };
}

/** The submission with this id (ours), if any. */
export async function findSubmission(db: Database, id: string): Promise<Submission | undefined> {
  const [row] = await db.select().from(submissions).where(eq(submissions.id, id));
  return row && open(row);
}

/** The submission that came of this draft, if any. */
export async function findSubmissionOfDraft(
  db: Database,
  draftId: string,
): Promise<Submission | undefined> {
  const [row] = await db.select().from(submissions).where(eq(submissions.draftId, draftId));
  return row && open(row);
}

/**
 * Stores the board item of a submission, once.
 * @returns whether this call stored it; false when one was stored before.
 */
export async function storeMondayItem(
  db: Database,
  submissionId: string,
  mondayItemId: string,
  now: Date,
): Promise<boolean> {
  const stored = await db
    .update(submissions)
    .set({ mondayItemId, updatedAt: now.toISOString() })
    .where(and(eq(submissions.id, submissionId), isNull(submissions.mondayItemId)))
    .returning({ id: submissions.id });
  return stored.length > 0;
}

/** The board's items of submissions whose status may still change there, oldest first. */
export async function openBoardItems(db: Database, ended: readonly string[]): Promise<string[]> {
  const { mondayItemId, status, createdAt } = submissions;
  const rows = await db
    .select({ itemId: mondayItemId })
    .from(submissions)
    .where(and(isNotNull(mondayItemId), notInArray(status, [...ended])))
    .orderBy(asc(createdAt));
  return rows.flatMap(({ itemId }) => itemId ?? []);
}
