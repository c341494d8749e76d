import { useActionData, useLoaderData } from "@remix-run/react";
import styles from "~/ui/notice-page.module.css";
import { titled, UNLISTED } from "~/ui/page-title";
import { InvalidReturningLink } from "./invalid-link";
import type { loader } from "./returning-address-route.server";
import { LinkWelcome } from "./welcome";

export const meta = titled("Your link", UNLISTED);

export default function YourLink() {
  const landing = useLoaderData<typeof loader>();
  const reply = useActionData<{ url: string }>();
  if ("why" in landing) return <InvalidReturningLink reason={landing.why} hasDraft={landing.own} />;
  const { artistName, email, count, until, lastUsed, beside, shown } = landing;
  return (
    <LinkWelcome
      {...beside}
      url={(reply ?? shown)?.url}
      eyebrow="Returning artist"
      heading={`Welcome back, ${artistName}`}
    >
      <dl className={styles.facts}>
        <dt>Email</dt>
        <dd>{email}</dd>
        <dt>Previous submissions</dt>
        <dd>{count}</dd>
        <dt>Access until</dt>
        <dd>{until}</dd>
        {lastUsed && (
          <>
            <dt>Last used</dt>
            <dd>{lastUsed}</dd>
          </>
        )}
      </dl>
      <p>
        {count > 0
          ? "We fill in your details, links, genre and the people you work with from your last release. This link works even while submissions are closed."
          : "This link works even while submissions are closed. From your second release on, we fill in your details, links, genre and the people you work with."}{" "}
        Use it as often as you like, and keep it to yourself.
      </p>
    </LinkWelcome>
  );
}
