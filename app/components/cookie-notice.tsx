import { useLocation } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { cookieQuestion } from "~/reference/pages/cookie-question";
import { PageLink } from "./page-link";
import { StaticHtml } from "./static-html";

/** Pages with a secret in their address, which tell nobody where a form was posted from; our own team's. */
const UNASKED =
  /^\/(?:cookie-choices|staff|analytics|test-dashboard|mail|split|confirm-email|login\/(?:link|confirm)|submit\/continue)(?:\/|$)/;

/** Outlives the pages of this tab, which the server tells of the answer with the next document only. */
let answered = false;

/**
 * Asks once whether pages may be measured: Accept and Refuse as equal buttons of a real form. It stands
 * in the page, above its foot, and lies over nothing. With script the answer leaves by itself, and nothing
 * on the page is touched.
 */
export function CookieNotice({ scripted }: { scripted: boolean }) {
  const { pathname, search } = useLocation();
  const [isAnswered, setAnswered] = useState(answered);
  if (isAnswered || UNASKED.test(pathname)) return null;

  async function answer(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { action } = event.currentTarget;
    const button = event.nativeEvent instanceof SubmitEvent && event.nativeEvent.submitter;
    if (!(button instanceof HTMLButtonElement)) return;
    const body = new URLSearchParams({ cookies: button.value });
    // What comes back leads to this page again: nobody goes there.
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
        <StaticHtml as="p" of={["cookie-notice", scripted]}>
          {cookieQuestion.text} <PageLink to="/cookie-choices">{cookieQuestion.more}</PageLink>
          {scripted && (
            <span className="without-scripts">
              {" "}
              <strong>{cookieQuestion.unsaved}</strong>
            </span>
          )}
        </StaticHtml>
        <CookieButtons />
      </form>
    </section>
  );
}

/** The two answers: as large, as dark and as near as each other. */
export function CookieButtons() {
  return (
    <StaticHtml as="div" of={["cookie-buttons"]} className="cookie-buttons">
      <button type="submit" name="cookies" value="accepted">
        {cookieQuestion.accept}
      </button>
      <button type="submit" name="cookies" value="refused">
        {cookieQuestion.refuse}
      </button>
    </StaticHtml>
  );
}
