import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { useState } from "react";
import { BetaNotice } from "~/components/beta-notice";
import { DevBanner } from "~/components/dev-banner";
import { DevToolsContext } from "~/components/dev-tools";
import { focusStepTitle } from "~/components/step-frame";
import { devToolsOf } from "~/session/dev-tools";
import { chosenCookie, hasChosen, NOTICE_SEEN } from "~/session/session-cookie";
import { steps } from "~/submission/steps";

export function loader({ request, context }: LoaderFunctionArgs) {
  return {
    noticeSeen: hasChosen(request, NOTICE_SEEN),
    devTools: devToolsOf(context.settings, request),
    supportEmail: context.settings.SUPPORT_EMAIL,
  };
}

/** What all pages of the wizard share: the notice of the beta, and a developer's banner. */
export default function Wizard() {
  const { noticeSeen, devTools, supportEmail } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const [dismissed, setDismissed] = useState(false);
  const here = pathname + search;
  const onStep = steps.some((step) => step.path === pathname.replace(/\/$/, ""));

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
