import { and, eq, notInArray, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import { REMOVED_STATES, type Upload, uploadSchema } from "../upload";
import { uploads } from "./upload-tables.server";

/**
 * The condition that an upload's draft was not submitted. Every statement that removes or replaces
 * a file checks it, as a submission may be recorded at any moment.
 */
export const draftIsOpen = sql`NOT (${isSubmittedDraftSql(uploads.draftId)})`;

/** Whether a draft was submitted. Tables of another room. */
export function isSubmittedDraftSql(draftId: typeof uploads.draftId | string): SQL {
  return sql`EXISTS (SELECT 1 FROM submissions WHERE submissions.draft_id = ${draftId})
    OR EXISTS (SELECT 1 FROM drafts WHERE drafts.id = ${draftId} AND drafts.submitted_at IS NOT NULL)`;
}

export async function isSubmitted(db: Database, draftId: string): Promise<boolean> {
  const row = await db.get<{ submitted: number }>(
    sql`SELECT (${isSubmittedDraftSql(draftId)}) AS "submitted"`,
  );
  return row?.submitted === 1;
}

/** An upload as read: bytes count only while it is open and was not restarted, with another object. */
export type UploadRef = Pick<Upload, "id" | "multipartId">;

export const isOpenAsRead = ({ id, multipartId }: UploadRef) =>
  and(eq(uploads.id, id), eq(uploads.multipartId, multipartId), eq(uploads.state, "open"));

export function parseUploadRow(row: Readonly<Record<string, unknown>>): Upload {
  const { probe } = row;
  return v.parse(uploadSchema, {
    ...row,
    probe: typeof probe === "string" ? JSON.parse(probe) : null,
  });
}

/** In place of a multipart id: nothing of this upload is stored any more. */
export const BYTES_DELETED = "";

/** Marks uploads as removed, unless their draft was submitted. @returns those it marked. */
export function markRemovedStatement(db: Database, conditions: (SQL | undefined)[]) {
  return db
    .update(uploads)
    .set({ state: "removed" })
    .where(and(...conditions, notInArray(uploads.state, [...REMOVED_STATES]), draftIsOpen))
    .returning();
}
