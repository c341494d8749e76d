import {
  and,
  asc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  notInArray,
  type SQL,
  sql,
} from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import { idBefore } from "~/platform/ids";
import { statusesWith } from "~/reference/statuses";
import { submissions } from "../submission-tables.server";
import { hasRefusalSql } from "./board-refusals.server";
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

/** Statuses that a decision or the release is still to follow. */
const WAITING = statusesWith(({ boardCheck }) => boardCheck === "often");
const UNASKED = statusesWith(({ boardCheck }) => boardCheck === "never");

/**
 * Board items with their last known status, oldest first. Of one whose status is refused none is
 * known, so that it is read until it is settled.
 */
async function boardItems(db: Database, condition: SQL | undefined): Promise<Map<string, string>> {
  const { boardItemId, boardStatus, createdAt } = submissions;
  const status = sql<string>`iif(${hasRefusalSql}, '', ${boardStatus})`;
  const rows = await db
    .select({ itemId: boardItemId, status })
    .from(submissions)
    .where(and(isNotNull(boardItemId), condition))
    .orderBy(asc(createdAt));
  return new Map(rows.flatMap(({ itemId, status: label }) => (itemId ? [[itemId, label]] : [])));
}

/** Board items of submissions since a date that wait for a decision or their release. */
export const waitingBoardItems = (db: Database, since: Date): Promise<Map<string, string>> =>
  boardItems(
    db,
    and(inArray(submissions.status, WAITING), gt(submissions.createdAt, since.toISOString())),
  );

/** Board items of submissions of a span that are neither waiting nor live. */
export const settledBoardItems = (
  db: Database,
  { from, until }: { from: Date; until: Date },
): Promise<Map<string, string>> =>
  boardItems(
    db,
    and(
      notInArray(submissions.status, [...WAITING, ...UNASKED]),
      // An id begins with its time: the rows of the span are found by it.
      gte(submissions.id, idBefore(from)),
      lt(submissions.id, idBefore(until)),
    ),
  );
