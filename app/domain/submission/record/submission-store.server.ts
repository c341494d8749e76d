import { and, eq, isNull, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import { lastOf } from "~/platform/formats/last-of";
import { submissions } from "../submission-tables.server";
import type { BoardRefusal } from "./board-refusal";
import { parseRefusal, refusalSubjectSql } from "./board-refusals.server";
import type { RejectionAnswer } from "./fix-link";
import { type PastStatus, pastStatusesSchema } from "./past-statuses";
import {
  type ReleaseForm,
  releaseFormSchema,
  type StoredFile,
  storedFileSchema,
} from "./release-form";

type Row = typeof submissions.$inferSelect;

/** A submission with its JSON columns parsed. */
export interface Submission extends Omit<Row, "formData" | "files" | "statusHistory"> {
  form: ReleaseForm;
  files: StoredFile[];
  /** What its last decision means, if that is a rejection by a saved reason. */
  answer: RejectionAnswer | undefined;
}

export function parseSubmissionRow(row: Row): Submission {
  const { formData, files, statusHistory, ...rest } = row;
  return {
    ...rest,
    form: v.parse(releaseFormSchema, JSON.parse(formData)),
    files: v.parse(v.array(storedFileSchema), JSON.parse(files)),
    answer: lastOf(v.parse(pastStatusesSchema, JSON.parse(statusHistory)))?.answer,
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
export async function storeBoardItem(
  db: Database,
  submissionId: string,
  boardItemId: string,
  now: Date,
): Promise<boolean> {
  const updatedRows = await db
    .update(submissions)
    .set({ boardItemId, updatedAt: now.toISOString() })
    .where(and(eq(submissions.id, submissionId), isNull(submissions.boardItemId)))
    .returning({ id: submissions.id });
  return updatedRows.length > 0;
}

const knownStatusSchema = v.object({
  itemId: v.string(),
  status: v.string(),
  refusal: v.nullable(v.string()),
});

/** What is known of an item: its last status, and the refusal that is to be settled, if any. */
export interface KnownBoardStatus {
  status: string;
  refusal: BoardRefusal | undefined;
}

/** What is known of those of these items that submissions have. */
export async function knownBoardStatuses(
  db: Database,
  itemIds: readonly string[],
): Promise<Map<string, KnownBoardStatus>> {
  const rows = await db.all(sql`SELECT ${submissions.boardItemId} AS itemId,
      ${submissions.boardStatus} AS status, ${refusalSubjectSql} AS refusal
    FROM json_each(${JSON.stringify(itemIds)}) AS asked
    INNER JOIN ${submissions} ON ${submissions.boardItemId} = asked.value`);
  return new Map(
    v
      .parse(v.array(knownStatusSchema), rows)
      .map(({ itemId, status, refusal }) => [itemId, { status, refusal: parseRefusal(refusal) }]),
  );
}
