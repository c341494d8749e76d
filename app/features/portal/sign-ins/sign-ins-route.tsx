import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import type { FormReply } from "~/forms/form-reply";
import { ARTIST_SESSION_DAYS, CONFIRMED_MINUTES } from "~/platform/sign-in-periods";
import notice from "~/ui/notice-page.module.css";
import { titled } from "~/ui/page-title";
import { EndSessionsForm, SignInRows } from "./sign-in-rows";
import type { loader } from "./sign-ins-route.server";
import { NewToken, TokenForm } from "./token-form";

const HEADING = "Where you're signed in";

export const meta = titled(HEADING);

const messages = {
  ended: "It has ended.",
  over: "It had ended already.",
  others: "All others are signed out.",
  confirmed: `Thank you, we know that it's you. You can make tokens for ${CONFIRMED_MINUTES} minutes.`,
};

export default function SignIns() {
  const { sessions, shown } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  const [params] = useSearchParams();
  const browsers = sessions.filter(({ isToken }) => !isToken);
  const tokens = sessions.filter(({ isToken }) => isToken);
  const message = !reply && Object.entries(messages).find(([key]) => params.has(key));
  return (
    <div className={notice.page}>
      <p className={notice.actions}>
        <a href="/edit-profile">My Profile</a>
      </p>
      <h1>{HEADING}</h1>
      {message && <p role="status">{message[1]}</p>}
      <p>
        Each sign-in lasts {ARTIST_SESSION_DAYS} days. You don't know one of these? Sign it out.
        Then ask us for a new invitation code, which signs out everything.
      </p>
      <SignInRows sessions={browsers} />
      <EndSessionsForm others={sessions.length > 1} />
      <h2>Tokens for programs</h2>
      <p>
        A program of yours that reads your submissions sends a token, as{" "}
        <code>Authorization: Bearer TOKEN</code>. Anyone who has the token can read what you see
        here, for a year, and can't change anything. Before you make one, we ask for your invitation
        code or send you a link.
      </p>
      {!reply && shown && <NewToken {...shown.made} />}
      <SignInRows sessions={tokens} />
      <TokenForm reply={reply} />
    </div>
  );
}
