import { eq, or } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { submissions } from "../submission-tables.server";
import { findSubmission, type Submission } from "./submission-store.server";

/** The submission with this id or board item, if any. */
export async function findNamedSubmission(
  db: Database,
  id: string,
): Promise<Submission | undefined> {
  const [row] = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(or(eq(submissions.id, id), eq(submissions.boardItemId, id)));
  return row && findSubmission(db, row.id);
}
