import type { Draft } from "~/domain/submission/draft/draft";
import { editMusic } from "~/domain/submission/music/edit-music";
import { namesIn } from "~/domain/submission/music/music-edit";
import { audioSlot } from "~/domain/uploads/slots";
import type { AppContext } from "~/session/app-context";
import { intentOf, type Post } from "../frame/read-post.server";
import { submitPage } from "../frame/step-page.server";
import { releaseRemovedFiles } from "./release-removed-files.server";

/** Intent prefix of the remove button on Review. */
export const REMOVE_TRACK = "remove-track:";

const CHANGED =
  "Someone changed the release in another tab or on another device, so nothing was removed. This is how it looks now.";
const TRACK_HAS_FILE = "This track has a file now, so it stays.";
const GONE = "This track isn't in the release any more.";
const LAST_TRACK = "Nothing was removed: a release keeps at least one track.";

/**
 * Removes a track without audio. Nothing is removed if the release changed since, or the track has a file
 * now.
 * @returns the notice to show, with the status of the reply.
 */
export async function removeTrack(
  request: Request,
  context: AppContext,
  draft: Draft,
  post: Post,
): Promise<{ news: string; status: number }> {
  const intent = intentOf(post);
  const id = intent.slice(REMOVE_TRACK.length);
  const slot = audioSlot(id);
  const result = await submitPage(request, context, draft, post, {
    step: "music",
    edit: async (answers, { today, slots }) => {
      const filledSlots = await slots();
      const newId = () => `track-${context.ids.next(today).toLowerCase()}`;
      const editContext = {
        today,
        slots: filledSlots,
        displayedType: answers.releaseType,
        newId,
        artist: namesIn(draft.answers),
      };
      const removal = filledSlots.has(slot) ? undefined : editMusic(intent, answers, editContext);
      const trackExists = answers.tracks.some((track) => track.id === id);
      const notice = !trackExists
        ? GONE
        : filledSlots.has(slot)
          ? TRACK_HAS_FILE
          : (removal?.announcement ?? LAST_TRACK);
      return { values: removal?.answers ?? answers, showsAgain: true, news: notice };
    },
  });
  if (!result.ok) return { news: CHANGED, status: result.status };
  const { values, news: notice } = result.edited;
  if (!values.tracks.some((track) => track.id === id))
    await releaseRemovedFiles(context, draft, post.fields);
  return { news: notice, status: result.status };
}
