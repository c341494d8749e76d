import { eq } from "drizzle-orm";
import type { DistributionDetails } from "~/domain/submission/record/distribution-details";
import type { ReleaseForm } from "~/domain/submission/record/release-form";
import { submissions } from "~/domain/submission/submission-tables.server";
import type { Database } from "~/platform/database.server";
import { artists } from "../artist-tables.server";
import { parseProfile } from "../profile";
import { sharesText, writerStates } from "../splits/split-state";
import { splitRows } from "../splits/split-store.server";
import { currentSplitTracks } from "../splits/splits";
import { describeDetails } from "./describe-details";
import { readReleaseDetails } from "./details-store.server";
import { peopleCodes } from "./people-codes";
import { listProofs, type StoredProof } from "./proof-store.server";
import { describeProofs } from "./rights";

/**
 * The details as last submitted, and the current state of all shares and files of proof. Undefined if nothing was
 * submitted and nobody was asked.
 */
export async function readDistributionDetails(
  db: Database,
  { id, form }: { id: string; form: ReleaseForm },
  now: Date,
): Promise<DistributionDetails | undefined> {
  const [details, rows, proofs, [account]] = await Promise.all([
    readReleaseDetails(db, id),
    splitRows(db, id),
    listProofs(db, id),
    db
      .select({ profile: artists.profile })
      .from(artists)
      .innerJoin(submissions, eq(submissions.artistId, artists.id))
      .where(eq(submissions.id, id)),
  ]);
  if (!details || (!details.sent && rows.length === 0)) return undefined;
  const shares = currentSplitTracks(details.answers, form).map((track) =>
    sharesText(writerStates(track, { rows, now })),
  );
  const people = peopleCodes(
    { ...details.answers, details: details.sent?.details },
    form,
    account && parseProfile(account.profile),
  );
  const { sentAt } = details;
  return describeDetails(details.sent?.details, form, { sentAt, shares, proofs, people });
}

/** A file of proof with what it proves, such as "Track 1, Tide: Samples". */
export type SentProof = StoredProof & { proves: string };

/** The files behind the details as last submitted. A file counts as soon as it is stored. */
export async function readSentProofs(
  db: Database,
  { id, form }: { id: string; form: ReleaseForm },
): Promise<SentProof[]> {
  const [details, proofs] = await Promise.all([readReleaseDetails(db, id), listProofs(db, id)]);
  const sentDetails = details?.sent?.details;
  return sentDetails ? describeProofs(sentDetails, form, proofs) : [];
}
