import type { IRequestStrict } from "itty-router";
import { draftVersion } from "~/domain/submission/draft/draft-version.server";
import { stepVersions } from "~/domain/submission/draft/step-version.server";
import { filesOfDraft } from "~/domain/uploads/receiving/file-views.server";
import { DRAFT_VERSION_HEADER } from "~/platform/draft-version-header";
import type { AppContext } from "~/session/app-context";
import { readDraft, requireFound } from "~/session/require-draft.server";
import { reply } from "./replies";

/** Adds the version of a draft to a reply, so that its page learns of changes by other devices. */
export async function withDraftVersion(
  { db }: Pick<AppContext, "db">,
  draftId: string,
  response: Response,
): Promise<Response> {
  response.headers.set(DRAFT_VERSION_HEADER, await draftVersion(db, draftId));
  return response;
}

/** GET /api/drafts/current: the versions of the steps and files of this browser's draft. */
export async function showDraftVersions(request: IRequestStrict, context: AppContext) {
  const draft = await requireFound(request, context, await readDraft(request, context));
  const { slotVersions } = await filesOfDraft(context.db, draft.id);
  return reply(200, {
    success: true,
    draftId: draft.id,
    version: await draftVersion(context.db, draft.id),
    isSubmitted: draft.submitted,
    steps: await stepVersions(draft.answers),
    slots: slotVersions,
    savedAt: draft.updatedAt.toISOString(),
  });
}
