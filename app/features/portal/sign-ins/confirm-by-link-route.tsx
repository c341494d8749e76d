import { Button } from "@mantine/core";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ConfirmLink } from "~/domain/artists/session-confirmation.server";
import { SIGN_IN_LINK_MINUTES } from "~/platform/sign-in-periods";
import notice from "~/ui/notice-page.module.css";
import { SECRET_ADDRESS, titled } from "~/ui/page-title";
import type { action, loader } from "./confirm-by-link-route.server";

/** The address is secret, so no script may read it. */
export const handle = { scripts: false };

export const meta = titled("Confirm that it's you", ...SECRET_ADDRESS);

const texts = {
  elsewhere:
    "This link works only in the browser that asked for it. Was it not you? Then somebody else is signed in to your account. Sign in, and sign them out in your profile.",
  over: `This link has been used, is older than ${SIGN_IN_LINK_MINUTES} minutes, or isn't complete. Ask for a new one.`,
} satisfies Partial<Record<ConfirmLink, string>>;

export default function ConfirmByLink() {
  const landing = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const link = reply?.link ?? landing.link;
  if (link !== "works")
    return (
      <div className={notice.page}>
        <h1>This link doesn't work here</h1>
        <p className={notice.lead}>{texts[link]}</p>
        <p className={notice.buttons}>
          <Button component="a" href="/edit-profile/sign-ins">
            See where you're signed in
          </Button>
        </p>
      </div>
    );
  return (
    <div className={notice.page}>
      <h1>Is it you?</h1>
      <p className={notice.lead}>
        Press the button, and this browser may change your account for 10 minutes.
      </p>
      <form method="post" className={notice.buttons}>
        <Button type="submit">Yes, it's me</Button>
      </form>
    </div>
  );
}
