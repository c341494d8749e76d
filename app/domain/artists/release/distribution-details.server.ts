import type { DistributionDetails } from "~/domain/submission/record/distribution-details";
import type { ReleaseForm } from "~/domain/submission/record/release-form";
import type { Database } from "~/platform/database.server";
import { sharesText, writerStates } from "../splits/split-state";
import { splitRows } from "../splits/split-store.server";
import { currentSplitTracks } from "../splits/splits";
import { describeDetails } from "./describe-details";
import { readReleaseDetails } from "./details-store.server";
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
  const [details, rows, proofs] = await Promise.all([
    readReleaseDetails(db, id),
    splitRows(db, id),
    listProofs(db, id),
  ]);
  if (!details || (!details.sent && rows.length === 0)) return undefined;
  const shares = currentSplitTracks(details.answers, form).map((track) =>
    sharesText(writerStates(track, { rows, now })),
  );
  return describeDetails(details.sent?.details, form, { sentAt: details.sentAt, shares, proofs });
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
