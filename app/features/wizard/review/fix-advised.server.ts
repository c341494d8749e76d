import type { Draft } from "~/domain/submission/draft/draft";
import { editAdvised } from "~/domain/submission/music/edit-advised";
import { namesIn } from "~/domain/submission/music/music-edit";
import type { AppContext } from "~/session/app-context";
import { intentOf, type Post } from "../frame/read-post.server";
import { submitPage } from "../frame/step-page.server";

const CHANGED =
  "Someone changed the release in another tab or on another device, so nothing was changed here. This is how it looks now.";
const UNCHANGED = "Nothing was changed: this title is different now.";

/**
 * Carries out 'Change it' on Review, unless the release was changed since the page was loaded.
 * @returns the notice to show, with the status of the reply.
 */
export async function fixAdvised(
  request: Request,
  context: AppContext,
  draft: Draft,
  post: Post,
): Promise<{ news: string; status: number }> {
  const { artistName } = namesIn(draft.answers);
  const result = await submitPage(request, context, draft, post, {
    step: "music",
    edit: async (answers) => {
      const edit = editAdvised(intentOf(post), answers, artistName);
      const values = edit?.answers ?? answers;
      return { values, showsAgain: true, news: edit?.announcement ?? UNCHANGED };
    },
  });
  if (!result.ok) return { news: CHANGED, status: result.status };
  return { news: result.edited.news, status: result.status };
}
