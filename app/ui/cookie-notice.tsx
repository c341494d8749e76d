import { useLocation } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { cookieQuestion } from "~/reference/pages/cookie-question";
import { PageLink } from "./page-link";

/** Pages with a secret in their address, which send no referrer, and the team's own pages. */
const EXCLUDED_PATHS =
  /^\/(?:cookie-choices|staff|analytics|test-dashboard|mail|split|confirm-email|login\/(?:link|confirm)|submit\/continue)(?:\/|$)/;

/** Survives navigation in this tab: the server reports the answer only with the next document. */
let answered = false;

/**
 * Asks once whether pages may be measured, with Accept and Refuse as equal buttons of a real form. It stands
 * in the page above the footer and covers nothing. With script the answer is sent without a page load.
 */
export function CookieNotice({ scripted }: { scripted: boolean }) {
  const { pathname, search } = useLocation();
  const [isAnswered, setAnswered] = useState(answered);
  if (isAnswered || EXCLUDED_PATHS.test(pathname)) return null;

  async function answer(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { action } = event.currentTarget;
    const button = event.nativeEvent instanceof SubmitEvent && event.nativeEvent.submitter;
    if (!(button instanceof HTMLButtonElement)) return;
    const body = new URLSearchParams({ cookies: button.value });
    // The reply redirects to this page again, which need not be loaded.
    const init = { method: "POST", body, redirect: "manual" } as const;
    const reply = await fetch(action, init).catch(() => undefined);
    if (reply?.type !== "opaqueredirect") return;
    answered = true;
    setAnswered(true);
    document.getElementById("main")?.focus({ preventScroll: true });
  }

  return (
    <section aria-label={cookieQuestion.name} className="cookie-notice">
      <form method="post" action="/cookie-choices" onSubmit={answer}>
        <input type="hidden" name="to" value={pathname + search} />
        <p>
          {cookieQuestion.text} <PageLink to="/cookie-choices">{cookieQuestion.more}</PageLink>
          {scripted && (
            <span className="without-scripts">
              {" "}
              <strong>{cookieQuestion.unsaved}</strong>
            </span>
          )}
        </p>
        <CookieButtons />
      </form>
    </section>
  );
}

/** The two answers, equal in size, colour and place. */
export function CookieButtons() {
  return (
    <div className="cookie-buttons">
      <button type="submit" name="cookies" value="accepted">
        {cookieQuestion.accept}
      </button>
      <button type="submit" name="cookies" value="refused">
        {cookieQuestion.refuse}
      </button>
    </div>
  );
}
