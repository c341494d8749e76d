import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import {
  Outlet,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { lazy, Suspense, useState } from "react";
import { ArtistBar } from "~/components/artist-bar";
import { ErrorPage } from "~/components/error-page";
import { useOnMount, useOnMountAndChange } from "~/components/use-on-change";
import { wizardMemberBar } from "~/pages/member.server";
import { isShell } from "~/platform/formats/shell";
import { devToolsOf } from "~/session/dev-tools";
import { isDraftFromSignIn } from "~/session/draft-cookie.server";
import type { Portal } from "~/session/portal";
import { loadedFiles, readDraft } from "~/session/require-draft.server";
import { chosenCookie, hasChosen, NOTICE_SEEN, UTC_OFFSET_COOKIE } from "~/session/session-cookie";
import { slotsInUse } from "~/submission/music/slot-fields";
import { findRejectedSubmission } from "~/submission/record/artist-submission.server";
import { steps } from "~/submission/steps/steps";
import { restore } from "~/uploads/sending/upload-queue.client";
import { BetaNotice } from "~/views/wizard/frame/beta-notice";
import { RejectionNote } from "~/views/wizard/frame/rejection-note";
import { focusStepTitle } from "~/views/wizard/frame/step-frame";
import { DevToolsContext } from "~/views/wizard/frame/use-dev-tools";
import { OfflineSync } from "~/views/wizard/offline/offline-sync";
import { retryImport } from "~/views/wizard/retry-import";
import { browserUtcOffset } from "~/views/wizard/use-today";

// No artist meets it.
const DevBanner = lazy(async () => {
  const { DevBanner } = await retryImport(() => import("~/views/wizard/frame/dev-banner"));
  return { default: DevBanner };
});

/** The draft of this visitor and its files, so that sending them goes on on whichever page opens; and when it was last saved. */
async function filesUnderWay(request: Request, context: Portal) {
  const draft = await readDraft(request, context);
  if (typeof draft === "string" || draft.submitted) return undefined;
  const files = await loadedFiles(context, draft);
  const savedAt = Object.keys(draft.answers).length > 0 ? draft.updatedAt.toISOString() : undefined;
  const mends = draft.resendOf
    ? await findRejectedSubmission(context.db, draft.resendOf)
    : undefined;
  const { music } = draft.answers;
  return { draftId: draft.id, files, slots: music && [...slotsInUse(music)], savedAt, mends };
}

/** After the record nothing is asked of the server that the page does not need. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ nextUrl, defaultShouldRevalidate }) =>
  nextUrl.pathname !== "/submit/success" && defaultShouldRevalidate;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { settings } = context;
  const devTools = devToolsOf(settings, request);
  const mode = devTools.isEnabled ? await context.entry.mode() : undefined;
  return {
    underWay: await filesUnderWay(request, context),
    // A page that is kept for later meets nobody for the first time.
    noticeSeen: isShell(request) || hasChosen(request, NOTICE_SEEN),
    isShell: isShell(request),
    // Without a connection nobody could tell that its artist has signed out.
    keepsForm: settings.OFFLINE_FORM === "1" && !(await isDraftFromSignIn(request, context)),
    devTools: { ...devTools, submissionsEnabled: mode?.submissionsEnabled },
    supportEmail: settings.SUPPORT_EMAIL,
    member: await wizardMemberBar(request, context),
  };
}

/** What all pages of the wizard share: the bar of who is signed in, the notice of the beta, and a developer's banner. */
export default function Wizard() {
  const { underWay, noticeSeen, devTools, supportEmail, member, ...offline } =
    useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const [dismissed, setDismissed] = useState(false);
  const here = pathname + search;
  const onStep = steps.some((step) => step.path === pathname.replace(/\/$/, ""));

  // Once for each draft: from then on this tab itself knows of its files.
  useOnMountAndChange(underWay?.draftId, () => {
    if (underWay) restore(underWay.draftId, underWay.files);
  });

  useOnMount(() => {
    const value = String(Math.max(0, browserUtcOffset()));
    // biome-ignore lint/suspicious/noDocumentCookie: as below.
    document.cookie = chosenCookie({ name: UTC_OFFSET_COOKIE, value }, location.href);
  });

  function dismiss() {
    // biome-ignore lint/suspicious/noDocumentCookie: works offline, and at once; the Cookie Store needs HTTPS.
    document.cookie = chosenCookie(NOTICE_SEEN, location.href);
    setDismissed(true);
    focusStepTitle();
  }

  return (
    <DevToolsContext.Provider value={devTools}>
      {member && <ArtistBar member={member} />}
      {devTools.isEnabled && (
        <Suspense>
          <DevBanner action="/submit/dev" currentPath={here} />
        </Suspense>
      )}
      {onStep && !noticeSeen && !dismissed && (
        <BetaNotice
          supportEmail={supportEmail}
          action="/submit/notice"
          currentPath={here}
          onDismiss={dismiss}
        />
      )}
      {onStep && underWay?.mends && <RejectionNote {...underWay.mends} />}
      <Outlet />
      <OfflineSync isKept={offline.keepsForm} isShell={offline.isShell} />
    </DevToolsContext.Provider>
  );
}

/**
 * Refusals of what the wizard's pages are posted. Were they left to the root, it would lack its own
 * data, which Remix does not load for the page that stands in for a failed post: brand and help.
 */
export function ErrorBoundary() {
  const member = useRouteLoaderData<typeof loader>("routes/submit")?.member;
  return (
    <>
      {member && <ArtistBar member={member} />}
      <ErrorPage error={useRouteError()} />
    </>
  );
}
