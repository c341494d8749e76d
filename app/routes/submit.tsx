import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { useState } from "react";
import { BetaNotice } from "~/components/beta-notice";
import { DevBanner } from "~/components/dev-banner";
import { DevToolsContext } from "~/components/dev-tools";
import { focusStepTitle } from "~/components/step-frame";
import { useNews } from "~/components/use-news";
import { devToolsOf } from "~/session/dev-tools";
import { readDraft } from "~/session/require-draft.server";
import { chosenCookie, hasChosen, NOTICE_SEEN } from "~/session/session-cookie";
import { steps } from "~/submission/steps";
import { filesOfDraft } from "~/uploads/receiving/file-views.server";
import { restore } from "~/uploads/sending/upload-queue.client";

/** The draft of this visitor and its files, so that sending them goes on on whichever page opens. */
async function filesUnderWay(request: Request, context: AppLoadContext) {
  const draft = await readDraft(request, context);
  if (typeof draft === "string" || draft.submitted) return undefined;
  return { draftId: draft.id, files: await filesOfDraft(context.db, draft.id) };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  return {
    underWay: await filesUnderWay(request, context),
    noticeSeen: hasChosen(request, NOTICE_SEEN),
    devTools: devToolsOf(context.settings, request),
    supportEmail: context.settings.SUPPORT_EMAIL,
  };
}

/** What all pages of the wizard share: the notice of the beta, and a developer's banner. */
export default function Wizard() {
  const { underWay, noticeSeen, devTools, supportEmail } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const [dismissed, setDismissed] = useState(false);
  const here = pathname + search;
  const onStep = steps.some((step) => step.path === pathname.replace(/\/$/, ""));

  // Once for each draft: from then on this tab itself knows of its files.
  useNews(underWay?.draftId, () => {
    if (underWay) restore(underWay.draftId, underWay.files);
  });

  function dismiss() {
    // biome-ignore lint/suspicious/noDocumentCookie: works offline, and at once; the Cookie Store needs HTTPS.
    document.cookie = chosenCookie(NOTICE_SEEN, location.href);
    setDismissed(true);
    focusStepTitle();
  }

  return (
    <DevToolsContext.Provider value={devTools}>
      <DevBanner action="/submit/dev" here={here} />
      {onStep && !noticeSeen && !dismissed && (
        <BetaNotice
          supportEmail={supportEmail}
          action="/submit/notice"
          here={here}
          onDismiss={dismiss}
        />
      )}
      <Outlet />
    </DevToolsContext.Provider>
  );
}
