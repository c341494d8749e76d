import { desc, eq, or, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { submissions } from "../submission-tables.server";
import { parseSubmissionRow, type Submission } from "./submission-store.server";

interface ReturningLink {
  id: string;
  email: string;
}

const isOfArtistSql = ({ id, email }: ReturningLink) =>
  or(eq(submissions.linkId, id), sql`lower(${submissions.email}) = ${email.toLowerCase()}`);

/** The number of submissions by a returning artist's link or from their address. */
export function countLinkSubmissions(db: Database, link: ReturningLink): Promise<number> {
  return db.$count(submissions, isOfArtistSql(link));
}

/** Those by the link come first, as anybody may type an address into the open form. */
export async function latestLinkSubmission(
  db: Database,
  link: ReturningLink,
): Promise<Submission | undefined> {
  const [row] = await db
    .select()
    .from(submissions)
    .where(isOfArtistSql(link))
    .orderBy(desc(sql`${submissions.linkId} IS ${link.id}`), desc(submissions.id))
    .limit(1);
  return row && parseSubmissionRow(row);
}
