import { and, desc, eq, ne } from "drizzle-orm";
import * as v from "valibot";
import { parseSubmissionRow } from "~/domain/submission/record/submission-store.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import type { Database } from "~/platform/database.server";
import { releaseDetails } from "../artist-tables.server";
import { storedAnswersSchema } from "../release/details-store.server";
import type { ReleaseOwner } from "../release-condition.server";
import type { KnownWriter } from "./split-people";
import { startingSplits } from "./splits";

const MAX_RELEASES = 5;

/** Songwriters of the artist's other releases, the latest first, with the addresses that were typed. */
export async function songwritersOfOtherReleases(
  db: Database,
  { submissionId, artistId }: ReleaseOwner,
): Promise<KnownWriter[]> {
  const rows = await db
    .select({ submission: submissions, answers: releaseDetails.answers })
    .from(submissions)
    .leftJoin(releaseDetails, eq(releaseDetails.submissionId, submissions.id))
    .where(and(eq(submissions.artistId, artistId), ne(submissions.id, submissionId)))
    .orderBy(desc(submissions.id))
    .limit(MAX_RELEASES);
  return rows.flatMap(({ submission, answers }) => {
    const stored = answers === null ? undefined : v.parse(storedAnswersSchema, JSON.parse(answers));
    const { people } = startingSplits(stored, parseSubmissionRow(submission).form);
    return people.map(({ firstName, lastName, email, ipi }) => ({
      firstName,
      lastName,
      email,
      ipi,
    }));
  });
}
