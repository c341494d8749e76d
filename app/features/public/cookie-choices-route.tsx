import { useLoaderData, useOutletContext } from "@remix-run/react";
import { cookieChoices } from "~/reference/pages/cookie-choices";
import type { Label } from "~/reference/pages/page-content";
import { CookieButtons } from "~/ui/cookie-notice";
import type { loader } from "./cookie-choices-route.server";
import { InlineText } from "./inline";
import { publicMeta } from "./public-page";
import { WoodCut } from "./wood-cut";

export const meta = publicMeta(cookieChoices, "cookie-policy");

export default function Choices() {
  const { choice } = useLoaderData<typeof loader>();
  return <CookieChoices choice={choice} label={useOutletContext<Label>()} />;
}

interface CookieChoicesProps {
  choice: "accepted" | "refused" | undefined;
  label: Label;
}

/** The page where visitors see and change their answer about cookies. */
function CookieChoices({ choice, label }: CookieChoicesProps) {
  const { title, lead, heading, answers, kept, governs } = cookieChoices;
  return (
    <article className="page frame-wide">
      <header className="wood-head">
        <div className="page-rows">
          <h1>{title}</h1>
          <p className="page-lead">{lead}</p>
        </div>
        <WoodCut seed={title} wide />
      </header>
      <div className="page-sections">
        <section aria-labelledby="answer">
          <h2 id="answer">{heading}</h2>
          <p>
            <strong>{answers[choice ?? "none"]}</strong>
          </p>
          <form method="post" action="/cookie-choices">
            <input type="hidden" name="to" value="/cookie-choices" />
            <CookieButtons />
          </form>
          <p>{kept}</p>
        </section>
        {governs.map(({ title: kind, state, text }) => (
          <section key={kind}>
            <h2>{kind}</h2>
            <p className="page-small">{state}</p>
            {text.map((paragraph) => (
              <p key={paragraph}>
                <InlineText text={paragraph} label={label} />
              </p>
            ))}
          </section>
        ))}
      </div>
    </article>
  );
}
