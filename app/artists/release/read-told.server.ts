import type { Database } from "~/platform/database.server";
import type { ReleaseForm } from "~/submission/record/release-form";
import type { ToldDetails } from "~/submission/record/told-details";
import { sharesText } from "../splits/split-state";
import { shareStates, splitRows } from "../splits/split-store.server";
import { startingSplits } from "../splits/splits";
import { readReleaseDetails } from "./details-store.server";
import { toldDetails } from "./told";

/**
 * What an artist has told for distribution: the details as they were sent last, and where every share
 * stands now. Undefined where nothing was sent and nobody was asked.
 */
export async function readTold(
  db: Database,
  { id, form }: { id: string; form: ReleaseForm },
  now: Date,
): Promise<ToldDetails | undefined> {
  const [details, rows] = await Promise.all([readReleaseDetails(db, id), splitRows(db, id)]);
  if (!details || (!details.sent && rows.length === 0)) return undefined;
  const splits = startingSplits(details.answers.splits, form);
  const states = await shareStates(splits, form.tracks, { rows, now });
  const shares = states.map(sharesText);
  return toldDetails(details.sent?.details, form, { sentAt: details.sentAt, shares });
}
