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

// Loaded in development only.
const DevBanner = lazy(async () => {
  const { DevBanner } = await retryImport(() => import("~/views/wizard/frame/dev-banner"));
  return { default: DevBanner };
});

/** The visitor's draft and files, so that uploads continue on whichever page opens. */
async function currentDraftFiles(request: Request, context: Portal) {
  const draft = await readDraft(request, context);
  if (typeof draft === "string" || draft.submitted) return undefined;
  const files = await loadedFiles(context, draft);
  const savedAt = Object.keys(draft.answers).length > 0 ? draft.updatedAt.toISOString() : undefined;
  const rejection = draft.resendOf
    ? await findRejectedSubmission(context.db, draft.resendOf)
    : undefined;
  const { music } = draft.answers;
  return {
    draftId: draft.id,
    files,
    slots: music && [...slotsInUse(music)],
    savedAt,
    mends: rejection,
  };
}

/** After the submission only what the page needs is loaded. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ nextUrl, defaultShouldRevalidate }) =>
  nextUrl.pathname !== "/submit/success" && defaultShouldRevalidate;

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

/** The frame of all wizard pages: account bar, beta notice, development banner. */
export default function Wizard() {
  const { underWay, noticeSeen, devTools, supportEmail, member, ...offline } =
    useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const [dismissed, setDismissed] = useState(false);
  const currentPath = pathname + search;
  const isOnStep = steps.some((step) => step.path === pathname.replace(/\/$/, ""));

  // Once per draft: afterwards this tab tracks its files itself.
  useOnMountAndChange(underWay?.draftId, () => {
    if (underWay) restore(underWay.draftId, underWay.files);
  });

  useOnMount(() => {
    const offset = String(Math.max(0, browserUtcOffset()));
    // biome-ignore lint/suspicious/noDocumentCookie: as below.
    document.cookie = chosenCookie({ name: UTC_OFFSET_COOKIE, value: offset }, location.href);
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
          <DevBanner action="/submit/dev" currentPath={currentPath} />
        </Suspense>
      )}
      {isOnStep && !noticeSeen && !dismissed && (
        <BetaNotice
          supportEmail={supportEmail}
          action="/submit/notice"
          currentPath={currentPath}
          onDismiss={dismiss}
        />
      )}
      {isOnStep && underWay?.mends && <RejectionNote {...underWay.mends} />}
      <Outlet />
      <OfflineSync isKept={offline.keepsForm} isShell={offline.isShell} />
    </DevToolsContext.Provider>
  );
}

/** The root has no data after a refused post, so its error page would lack brand and contact. */
export function ErrorBoundary() {
  const member = useRouteLoaderData<typeof loader>("routes/submit")?.member;
  return (
    <>
      {member && <ArtistBar member={member} />}
      <ErrorPage error={useRouteError()} />
    </>
  );
}
