import type { Draft } from "~/domain/submission/draft/draft";
import { readShownVersions } from "~/domain/submission/draft/shown-versions";
import { emptyUnusedSlots } from "~/domain/uploads/receiving/remove-upload.server";
import { addDays } from "~/platform/clock";
import type { AppContext } from "~/session/app-context";

/** A file of an unknown track may belong to a row that another tab has not saved yet; three days cover a weekend. */
const UNKNOWN_DAYS = 3;

/**
 * Removes files that the saved music step no longer uses: those of fields that the posted page showed,
 * unless they were changed since, and unknown ones in which nothing has happened for three days.
 */
export async function releaseRemovedFiles(
  { uploads, clock }: Pick<AppContext, "uploads" | "clock">,
  draft: Draft,
  fields: [string, string][],
): Promise<void> {
  const { slots = {}, fields: shownFields = [] } = readShownVersions(fields) ?? {};
  const seenVersions = Object.fromEntries(
    shownFields.map((slot) => [slot, slots[slot] ?? 0] as const),
  );
  const before = addDays(clock(), -UNKNOWN_DAYS).toISOString();
  await emptyUnusedSlots(uploads, draft.id, { seenVersions, before }, clock);
}
