import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { versionOfLoaded } from "~/domain/submission/draft/draft-version.server";
import { slotsInUse } from "~/domain/submission/music/slot-fields";
import { findSubmissionToFix } from "~/domain/submission/record/artist-submission.server";
import { isShell } from "~/platform/formats/shell";
import { hasChosen, NOTICE_SEEN } from "~/platform/session-cookie";
import type { AppContext } from "~/session/app-context";
import { devToolsOf } from "~/session/dev-tools";
import { isDraftFromSignIn } from "~/session/draft-cookie.server";
import { wizardMemberBar } from "~/session/member.server";
import { loadedFiles, readDraft } from "~/session/require-draft.server";

/** The visitor's draft and files, so that uploads continue on whichever page opens. */
async function currentDraftFiles(request: Request, context: AppContext) {
  const draft = await readDraft(request, context);
  if (typeof draft === "string" || draft.submitted) return undefined;
  const { files, slotVersions } = await loadedFiles(context, draft);
  const savedAt = Object.keys(draft.answers).length > 0 ? draft.updatedAt.toISOString() : undefined;
  const submissionToFix = draft.resendOf
    ? await findSubmissionToFix(context.db, draft.resendOf)
    : undefined;
  const { music } = draft.answers;
  return {
    draftId: draft.id,
    files,
    slotVersions,
    version: versionOfLoaded(draft, slotVersions),
    slots: music && [...slotsInUse(music)],
    savedAt,
    mends: submissionToFix,
  };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { settings } = context;
  const devTools = devToolsOf(settings, request);
  const mode = devTools.isEnabled ? await context.entry.mode() : undefined;
  return {
    underWay: await currentDraftFiles(request, context),
    // The cached shell must not include the first-visit notice.
    noticeSeen: isShell(request) || hasChosen(request, NOTICE_SEEN),
    isShell: isShell(request),
    // Offline it would be unknown that the artist has signed out.
    keepsForm: settings.OFFLINE_FORM === "1" && !(await isDraftFromSignIn(request, context)),
    devTools: { ...devTools, submissionsEnabled: mode?.submissionsEnabled },
    supportEmail: settings.SUPPORT_EMAIL,
    member: await wizardMemberBar(request, context),
  };
}
