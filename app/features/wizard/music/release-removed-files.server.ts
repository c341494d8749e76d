import type { Draft } from "~/domain/submission/draft/draft";
import { stepVersion } from "~/domain/submission/draft/step-version.server";
import type { MusicAnswers } from "~/domain/submission/music/music-step";
import { droppedSlots } from "~/domain/submission/music/slot-fields";
import { removeUnusedUploads } from "~/domain/uploads/receiving/remove-upload.server";
import { markSlotsReleased } from "~/domain/uploads/receiving/upload-removal.server";
import { baseOf, KEEP_MINE } from "~/forms/autosave/autosave-state";
import { addDays } from "~/platform/clock";
import type { Portal } from "~/session/portal";

/** An unknown track may belong to a row that another tab has not saved yet; three days cover a weekend. */
const UNKNOWN_DAYS = 3;

/**
 * Releases files that a saved music form no longer uses: those of tracks it displayed and removed, and
 * dropped artwork. Slots that the form did not display are untouched. Deletion happens at once or with
 * the next step, together with unknown files older than three days; until then a restored row finds its
 * file.
 * @param draft as it was before the form was saved.
 * @param savedMusic the answers after saving.
 * @param options.goesNow if the step continues, or the row cannot be restored.
 */
export async function releaseRemovedFiles(
  { uploads, clock }: Pick<Portal, "uploads" | "clock">,
  draft: Draft,
  fields: [string, string][],
  savedMusic: Pick<MusicAnswers, "tracks">,
  { goesNow = false } = {},
): Promise<void> {
  const before = draft.answers.music;
  const intent = fields.findLast(([name]) => name === "intent")?.[1];
  const isBase = intent !== KEEP_MINE && baseOf(fields) === (await stepVersion(before));
  // Every page has at least one track; without any it is a partial API call.
  const displayedMusic = isBase && savedMusic.tracks.length > 0 ? before : undefined;
  const releasedSlots = displayedMusic ? droppedSlots(displayedMusic, savedMusic) : [];
  const unusedSince = addDays(clock(), -UNKNOWN_DAYS).toISOString();
  if (goesNow)
    await removeUnusedUploads(uploads, draft.id, { letGo: releasedSlots, before: unusedSince });
  else if (releasedSlots.length > 0)
    await markSlotsReleased(uploads.db, draft.id, releasedSlots, clock());
}
