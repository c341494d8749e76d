import { Link, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/components/controls";
import styles from "~/components/notice-page.module.css";
import { type DeadLink, deadLinkText } from "~/entry/link-texts";
import own from "./links.module.css";

/** Support contact, and buttons to the home page and the draft. */
function WaysOn({ subject, own: draft }: { subject: string; own: boolean }) {
  const address = useRouteLoaderData<{ supportEmail: string }>("root")?.supportEmail;
  return (
    <>
      {address && (
        <p>
          <a href={`mailto:${address}?subject=${encodeURIComponent(subject)}`}>Contact the team</a>{" "}
          at {address}, and we'll send you a link that works.
        </p>
      )}
      <p className={styles.buttons}>
        <Button component={Link} to="/" reloadDocument>
          Return Home
        </Button>
        {draft && (
          <Button component={Link} to="/submit" variant="default" reloadDocument>
            Go to your submission
          </Button>
        )}
      </p>
    </>
  );
}

/** What is wrong with an invitation, if it is known. */
const why: Partial<Record<DeadLink, string>> = {
  none: "Open the link in your invitation once more; a part of it may have been cut off.",
  malformed: "The link may have been cut off. Open it in your invitation once more.",
  unknown: "The link may have been cut off. Open it in your invitation once more.",
  used: "This one has already been used: each invitation is for one release.",
  expired: "This one has expired.",
  deactivated: "The team has stopped this one.",
  unasked: "That's our fault, not your link's. Open it again in a minute.",
};

interface DeadLinkProps {
  is: DeadLink;
  /** Whether this browser has a submission, or a draft of one. */
  own: boolean;
}

/** The page of an invalid invitation (specification, wizard, section 2). */
export function InvalidInvitation({ is, own: draft }: DeadLinkProps) {
  return (
    <div className={styles.page}>
      <h1>Invalid Invitation</h1>
      <p className={styles.lead}>{deadLinkText("invited", is)}</p>
      {why[is] && <p>{why[is]}</p>}
      <WaysOn subject="My invitation" own={draft} />
    </div>
  );
}

/** The reasons of the specification, with our reasons for each. */
const reasons: [DeadLink[], ReactNode][] = [
  [["expired"], "The link expired (365 days)"],
  [["deactivated"], "The link was deactivated"],
  [["malformed", "unknown", "none"], "The link format is wrong"],
];

/** The page of an invalid link of a returning artist, with the possible reasons. */
export function InvalidReturningLink({ is, own: draft }: DeadLinkProps) {
  return (
    <div className={styles.page}>
      <h1>Invalid Link</h1>
      <p className={styles.lead}>{deadLinkText("returning", is)}</p>
      {is === "unasked" ? (
        <p>{why.unasked}</p>
      ) : (
        <div>
          <p>This can have one of three reasons:</p>
          <ul className={own.reasons}>
            {reasons.map(([which, text]) => (
              <li key={which[0]} data-this={which.includes(is) || undefined}>
                {text}
                {which.includes(is) && ": this is the one."}
              </li>
            ))}
          </ul>
        </div>
      )}
      <WaysOn subject="My link for returning artists" own={draft} />
    </div>
  );
}
