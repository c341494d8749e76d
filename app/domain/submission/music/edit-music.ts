import { putFiles } from "./add-files";
import { switchEarlyRelease } from "./early-release";
import { editContributors } from "./edit-contributors";
import { editTracks } from "./edit-tracks";
import type { EditContext, MusicEdit } from "./music-edit";
import type { MusicAnswers } from "./music-step";
import { resolveDates } from "./release-days";
import { addCatalogueItem, readItem, removeCatalogueItem } from "./transfer";
import { isWaterfall, startOn } from "./waterfall";

/**
 * Carries out a button that changes the form: in the browser, and on the server for a page without
 * script. An intent is a verb and its arguments, as in `move-up:track-2`.
 * @returns undefined for an intent that is no edit, such as `next`.
 */
export function editMusic(
  intent: string,
  answers: MusicAnswers,
  context: EditContext,
): MusicEdit | undefined {
  const result = applyEdit(intent, answers, context);
  return result && { ...result, answers: resolveDates(result.answers, context.today) };
}

/** Resets the date to the default; in a waterfall of the first single, with the gaps unchanged. */
function withoutEarlyRelease(answers: MusicAnswers, today: Date): MusicEdit {
  const reset = switchEarlyRelease(answers, false, today);
  if (!isWaterfall(reset)) return { answers: reset, focus: "releaseDate" };
  const tracks = startOn(reset.tracks, reset.releaseDate);
  return { answers: { ...reset, tracks }, focus: "tracks[0].releaseDate" };
}

function applyEdit(intent: string, answers: MusicAnswers, context: EditContext) {
  const [verb = "", ...about] = intent.split(":");
  const [id = ""] = about;
  switch (verb) {
    case "open":
      return { answers, opened: about.join(":") };
    case "close":
      return { answers, closed: about.join(":") };
    case "early-on":
      return {
        answers: switchEarlyRelease(answers, true, context.today),
        focus: "earlyReleaseReason",
      };
    case "early-off":
      return withoutEarlyRelease(answers, context.today);
    case "new-day":
      return { answers };
    case "put-files":
      return putFiles(answers, about.join(":"), context.artist.artistName);
    case "add-files":
      return { answers };
    case "put-item": {
      const item = readItem(about.join(":"));
      if (!item) return { answers };
      const catalogueItems = addCatalogueItem(answers.catalogueItems, item);
      return { answers: { ...answers, catalogueItems } };
    }
    case "remove-item": {
      const type = id === "album" ? "album" : "track";
      const catalogueItems = removeCatalogueItem(answers.catalogueItems, {
        type,
        id: about[1] ?? "",
      });
      return {
        answers: { ...answers, catalogueItems },
        focus: "catalogue",
        announcement: "Removed.",
      };
    }
    default:
      return editTracks(verb, about, answers, context) ?? editContributors(verb, about, answers);
  }
}
