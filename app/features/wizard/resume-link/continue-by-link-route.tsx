import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { DraftNotFound } from "~/ui/draft-not-found";
import styles from "~/ui/notice-page.module.css";
import { SECRET_ADDRESS, titled } from "~/ui/page-title";
import { SupportContact } from "~/ui/support";
import { OtherDraft } from "../other-draft";
import type { loader } from "./continue-by-link-route.server";

export const meta = titled("Continue your submission", ...SECRET_ADDRESS);

export default function ContinueHere() {
  const link = useLoaderData<typeof loader>();
  const reply = useActionData<{ url: string }>();
  if (!("dead" in link)) return <LiveLink {...link} url={(reply ?? link.shown)?.url} />;
  return link.noDraft ? (
    <DraftNotFound text={link.dead} hasOtherDraft={link.own} />
  ) : (
    <SubmittedLink text={link.dead} />
  );
}

interface LiveLinkProps {
  /** The title of the release; empty while it has none. */
  title: string;
  artistName: string;
  /** The day until which the draft is kept, formatted. */
  until: string;
  /** Another draft of this browser. */
  other: { title: string } | undefined;
  /** The link to that draft, once it is created. */
  url: string | undefined;
  press: string;
}

function LiveLink({ title, artistName, until, other, url, press }: LiveLinkProps) {
  const release = title ? `"${title}"` : "your release";
  return (
    <div className={styles.page}>
      {artistName && <p className="eyebrow">{artistName}</p>}
      <h1>Continue {release}</h1>
      <p className={styles.lead}>
        This submission isn't finished yet. You can carry on with it in this browser; it's kept
        until {until}, and for 14 days after every change.
      </p>
      <OtherDraft other={other} url={url} press={press} intent="continue">
        Continue this release
      </OtherDraft>
      <p className={styles.actions}>
        <Link to="/">Return to Home</Link>
      </p>
    </div>
  );
}

function SubmittedLink({ text }: { text: string }) {
  return (
    <div className={styles.page}>
      <h1>There's nothing left to continue</h1>
      <p className={styles.lead}>{text}</p>
      <p className={styles.actions}>
        <Link to="/submit">Go to your submission</Link>
        <Link to="/">Return to Home</Link>
      </p>
      <SupportContact />
    </div>
  );
}
