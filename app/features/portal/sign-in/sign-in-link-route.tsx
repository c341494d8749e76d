import { Button } from "@mantine/core";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SIGN_IN_LINK_MINUTES } from "~/platform/sign-in-periods";
import notice from "~/ui/notice-page.module.css";
import { SECRET_ADDRESS, titled } from "~/ui/page-title";
import type { InvalidSignInLink } from "./sign-in-link.server";
import type { action, loader } from "./sign-in-link-route.server";

/** The address is secret, so no script may read it. */
export const handle = { scripts: false };

export const meta = titled("Sign in by link", ...SECRET_ADDRESS);

const texts: Record<InvalidSignInLink, string> = {
  unknown: "This link isn't complete. Copy all of it from the email, or ask for a new one.",
  over: `This link has been used, or it is older than ${SIGN_IN_LINK_MINUTES} minutes. Ask for a new one.`,
};

export default function SignInByLink() {
  const landing = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const dead = reply?.dead ?? ("dead" in landing ? landing.dead : undefined);
  if (dead)
    return (
      <div className={notice.page}>
        <h1>This link doesn't work</h1>
        <p className={notice.lead}>{texts[dead]}</p>
        <p className={notice.buttons}>
          <Button component="a" href="/login">
            Ask for a new link
          </Button>
        </p>
      </div>
    );
  return (
    <div className={notice.page}>
      <h1>Sign in</h1>
      <p className={notice.lead}>
        {"maskedEmail" in landing && (
          <>This signs you in to the account of {landing.maskedEmail}.</>
        )}
      </p>
      <form method="post" className={notice.buttons}>
        <Button type="submit">Sign in</Button>
      </form>
      <p className={notice.small}>
        Sign in only on a device that you trust. You stay signed in for 30 days.
      </p>
    </div>
  );
}
