import { Alert, Text } from "@mantine/core";
import { useIsomorphicEffect, useWindowEvent } from "@mantine/hooks";
import {
  Outlet,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
} from "@remix-run/react";
import { lazy, Suspense, useState } from "react";
import type { SubmissionToFix } from "~/domain/submission/record/submission-view";
import { steps } from "~/domain/submission/steps/steps";
import { RECORDS_KEY } from "~/domain/uploads/sending/slot-records.client";
import { chosenCookie, NOTICE_SEEN, UTC_OFFSET_COOKIE } from "~/platform/session-cookie";
import { ArtistBar } from "~/ui/artist-bar";
import { useOnMount } from "~/ui/use-on-change";
import { OfflineSync } from "../offline/offline-sync";
import { retryImport } from "../retry-import";
import { uploads } from "../upload/uploads.client";
import { browserUtcOffset } from "../use-today";
import { BetaNotice } from "./beta-notice";
import { focusStepTitle } from "./step-frame";
import { DevToolsContext } from "./use-dev-tools";
import { useDraftNews } from "./use-draft-news";
import type { loader } from "./wizard-route.server";

// Loaded in development only.
const DevBanner = lazy(async () => {
  const { DevBanner } = await retryImport(() => import("./dev-banner"));
  return { default: DevBanner };
});

function hearOtherTab({ key }: StorageEvent): void {
  if (key === RECORDS_KEY) uploads.hearOtherTab();
}

/** The account bar of who is signed in. */
export const handle = { Bar: ArtistBar };

/** After the submission only what the page needs is loaded. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ nextUrl, defaultShouldRevalidate }) =>
  nextUrl.pathname !== "/submit/success" && defaultShouldRevalidate;

/** The frame of all wizard pages: beta notice, development banner. */
export default function Wizard() {
  const { underWay, noticeSeen, devTools, supportEmail, ...offline } =
    useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const [dismissed, setDismissed] = useState(false);
  const currentPath = pathname + search;
  const isOnStep = steps.some((step) => step.path === pathname.replace(/\/$/, ""));

  // Each time the draft is loaded anew: another tab or device may have changed its files. Before the
  // effects of file fields, which take what was chosen before the scripts came.
  useIsomorphicEffect(() => {
    if (underWay) uploads.restore(underWay.draftId, underWay.files, underWay.slotVersions);
  }, [underWay]);
  useWindowEvent("storage", hearOtherTab);

  const news = useDraftNews(underWay);

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
      {devTools.isEnabled && (
        <Suspense>
          <DevBanner action="/submit/dev" currentPath={currentPath} />
        </Suspense>
      )}
      {isOnStep && !noticeSeen && !dismissed && !underWay?.mends && (
        <BetaNotice
          supportEmail={supportEmail}
          action="/submit/notice"
          currentPath={currentPath}
          onDismiss={dismiss}
        />
      )}
      {isOnStep && underWay?.mends && <RejectionNote {...underWay.mends} />}
      <div role="status">{news !== "" && <Alert color="waiting">{news}</Alert>}</div>
      <Outlet />
      <OfflineSync isKept={offline.keepsForm} isShell={offline.isShell} />
    </DevToolsContext.Provider>
  );
}

/** What the team wrote about the original submission, on every step of a draft that fixes it. */
function RejectionNote({ kind, title, reason }: SubmissionToFix) {
  return (
    <Alert role="complementary" aria-label="What to correct" color="waiting" mb="md">
      <p>
        You are correcting <strong>{title}</strong>
        {kind === "rejected" ? ", which wasn't approved" : ""}.{" "}
        {reason ? "We said:" : "If you don't know why, write to us before you send it again."}
      </p>
      {reason && (
        <Text component="blockquote" size="lg" mt="xs" style={{ whiteSpace: "pre-line" }}>
          {reason}
        </Text>
      )}
    </Alert>
  );
}
