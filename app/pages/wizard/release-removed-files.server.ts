import { baseOf, KEEP_MINE } from "~/forms/autosave/post-version";
import { addDays } from "~/platform/clock";
import type { Portal } from "~/session/portal";
import type { Draft } from "~/submission/draft/draft";
import { stepVersion } from "~/submission/draft/step-version.server";
import type { MusicAnswers } from "~/submission/music/music-step";
import { droppedSlots } from "~/submission/music/slot-fields";
import { removeUnusedUploads } from "~/uploads/receiving/remove-upload.server";
import { markSlotsReleased } from "~/uploads/receiving/upload-removal.server";

/**
 * A file of a track that no saved form knows may be what another tab is sending, or has sent, for a row
 * that it has not saved yet: longer than a weekend nobody leaves one like that.
 */
const UNKNOWN_DAYS = 3;

/**
 * Lets go of the files of which a saved form of the music step speaks no longer: those of tracks that it
 * showed and has no longer, and artwork that is no longer asked for. Of what it did not show it says
 * nothing. They go at once or with the next form that leads on, and with them what has lain for days and no
 * form knows; until then a row that comes back finds its file.
 * @param draft as it was before the form was saved.
 * @param savedMusic what the form has made of it.
 * @param options.goesNow where the step leads on, or nothing brings the row back.
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
  // No page leaves a release without a track: what has none is a call with a few fields of it.
  const shownMusic = isBase && savedMusic.tracks.length > 0 ? before : undefined;
  const letGo = shownMusic ? droppedSlots(shownMusic, savedMusic) : [];
  const unmovedSince = addDays(clock(), -UNKNOWN_DAYS).toISOString();
  if (goesNow) await removeUnusedUploads(uploads, draft.id, { letGo, before: unmovedSince });
  else if (letGo.length > 0) await markSlotsReleased(uploads.db, draft.id, letGo, clock());
}
