import { and, asc, eq, gt, isNotNull, isNull, ne } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import { submissions } from "../submission-tables.server";
import {
  type ReleaseForm,
  releaseFormSchema,
  type StoredFile,
  storedFileSchema,
} from "./release-form";
import { type PastStatus, pastStatusesSchema } from "./timeline";

type Row = typeof submissions.$inferSelect;

/** A submission with its JSON columns parsed. */
export interface Submission extends Omit<Row, "formData" | "files" | "statusHistory"> {
  form: ReleaseForm;
  files: StoredFile[];
}

export function parseSubmissionRow(row: Row): Submission {
  const { formData, files, statusHistory: _, ...rest } = row;
  return {
    ...rest,
    form: v.parse(releaseFormSchema, JSON.parse(formData)),
    files: v.parse(v.array(storedFileSchema), JSON.parse(files)),
  };
}

export async function findSubmission(db: Database, id: string): Promise<Submission | undefined> {
  const [row] = await db.select().from(submissions).where(eq(submissions.id, id));
  return row && parseSubmissionRow(row);
}

/** All statuses of a submission, oldest first. */
export async function readStatusHistory(db: Database, id: string): Promise<PastStatus[]> {
  const { statusHistory } = submissions;
  const [row] = await db.select({ statusHistory }).from(submissions).where(eq(submissions.id, id));
  return v.parse(pastStatusesSchema, JSON.parse(row?.statusHistory ?? "[]"));
}

export async function findSubmissionOfDraft(
  db: Database,
  draftId: string,
): Promise<Submission | undefined> {
  const [row] = await db.select().from(submissions).where(eq(submissions.draftId, draftId));
  return row && parseSubmissionRow(row);
}

/** Stores the board item of a submission, once. @returns whether this call did. */
export async function storeMondayItem(
  db: Database,
  submissionId: string,
  mondayItemId: string,
  now: Date,
): Promise<boolean> {
  const updatedRows = await db
    .update(submissions)
    .set({ mondayItemId, updatedAt: now.toISOString() })
    .where(and(eq(submissions.id, submissionId), isNull(submissions.mondayItemId)))
    .returning({ id: submissions.id });
  return updatedRows.length > 0;
}

/** Board items since a date that are not live, oldest first, with their last known status. */
export async function openBoardItems(db: Database, since: Date): Promise<Map<string, string>> {
  const { mondayItemId, status, boardStatus, createdAt } = submissions;
  const rows = await db
    .select({ itemId: mondayItemId, status: boardStatus })
    .from(submissions)
    .where(and(isNotNull(mondayItemId), ne(status, "live"), gt(createdAt, since.toISOString())))
    .orderBy(asc(createdAt));
  return new Map(rows.flatMap(({ itemId, status: label }) => (itemId ? [[itemId, label]] : [])));
}
