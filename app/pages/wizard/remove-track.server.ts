import type { Portal } from "~/session/portal";
import type { Draft } from "~/submission/draft/draft";
import { editMusic } from "~/submission/music/edit-music";
import { namesIn } from "~/submission/music/music-edit";
import { audioSlot } from "~/uploads/slots";
import { intentOf, type Post } from "./read-post.server";
import { releaseRemovedFiles } from "./release-removed-files.server";
import { submitPage } from "./step-page.server";

/** Intent prefix of the remove button on Review. */
export const REMOVE_TRACK = "remove-track:";

const CHANGED =
  "Someone changed the release in another tab or on another device, so nothing was removed. This is how it looks now.";
const HAS_FILE = "This track has a file now, so it stays.";
const GONE = "This track isn't in the release any more.";
const STAYS = "Nothing was removed: a release keeps at least one track.";

/**
 * Removes a track without audio. Nothing is removed if the release changed since, or the track has a file
 * now.
 * @returns the notice to show, with the status of the reply.
 */
export async function removeTrack(
  request: Request,
  context: Portal,
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
      const facts = {
        today,
        slots: filledSlots,
        shownType: answers.releaseType,
        newId,
        artist: namesIn(draft.answers),
      };
      const removal = filledSlots.has(slot) ? undefined : editMusic(intent, answers, facts);
      const isThere = answers.tracks.some((track) => track.id === id);
      const news = !isThere ? GONE : filledSlots.has(slot) ? HAS_FILE : (removal?.news ?? STAYS);
      return { values: removal?.answers ?? answers, again: true, news };
    },
  });
  if (!result.ok) return { news: CHANGED, status: result.status };
  const { values, news } = result.edited;
  await releaseRemovedFiles(context, draft, post.fields, values, { goesNow: true });
  return { news, status: result.status };
}
