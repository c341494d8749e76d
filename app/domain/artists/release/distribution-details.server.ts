import type { DistributionDetails } from "~/domain/submission/record/distribution-details";
import type { ReleaseForm } from "~/domain/submission/record/release-form";
import type { Database } from "~/platform/database.server";
import { sharesText } from "../splits/split-state";
import { shareStates, splitRows } from "../splits/split-store.server";
import { startingSplits } from "../splits/splits";
import { describeDetails } from "./describe-details";
import { readReleaseDetails } from "./details-store.server";

/**
 * The details as last submitted, and the current state of all shares. Undefined if nothing was
 * submitted and nobody was asked.
 */
export async function readDistributionDetails(
  db: Database,
  { id, form }: { id: string; form: ReleaseForm },
  now: Date,
): Promise<DistributionDetails | undefined> {
  const [details, rows] = await Promise.all([readReleaseDetails(db, id), splitRows(db, id)]);
  if (!details || (!details.sent && rows.length === 0)) return undefined;
  const splits = startingSplits(details.answers.splits, form);
  const states = await shareStates(splits, form.tracks, { rows, now });
  const shares = states.map(sharesText);
  return describeDetails(details.sent?.details, form, { sentAt: details.sentAt, shares });
}
