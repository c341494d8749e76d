import { useActionData, useLoaderData } from "@remix-run/react";
import styles from "~/ui/notice-page.module.css";
import { titled, UNLISTED } from "~/ui/page-title";
import { InvalidInvitation } from "./invalid-link";
import type { loader } from "./invitation-address-route.server";
import { LinkWelcome } from "./welcome";

export const meta = titled("Your invitation", UNLISTED);

export default function YourInvitation() {
  const landing = useLoaderData<typeof loader>();
  const reply = useActionData<{ url: string }>();
  if ("why" in landing) return <InvalidInvitation reason={landing.why} hasDraft={landing.own} />;
  const { artistName, until, beside, shown, brand } = landing;
  return (
    <LinkWelcome
      {...beside}
      url={(reply ?? shown)?.url}
      eyebrow="Your invitation"
      heading={`Welcome, ${artistName}`}
    >
      <p className={styles.lead}>
        {brand} invites you to send us a release. We've filled in what we know about you already.
      </p>
      <p>
        The invitation is for one release, and for you alone. Start by {until}; once you've started,
        take the time you need.
      </p>
    </LinkWelcome>
  );
}
