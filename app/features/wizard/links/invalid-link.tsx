import { Button, Stack, Text } from "@mantine/core";
import { Link, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { type DeadLink, deadLinkText, LINK_DAYS } from "~/domain/access/link-texts";
import styles from "~/ui/notice-page.module.css";

/** Support contact, and buttons to the home page and the draft. */
function HelpLinks({ subject, hasDraft }: { subject: string; hasDraft: boolean }) {
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
        {hasDraft && (
          <Button component={Link} to="/submit" variant="default" reloadDocument>
            Go to your submission
          </Button>
        )}
      </p>
    </>
  );
}

/** What is wrong with an invitation, if it is known. */
const invitationTexts: Partial<Record<DeadLink, string>> = {
  none: "A part of the link may be missing. Copy the whole link from your invitation.",
  malformed: "A part of the link may be missing. Copy the whole link from your invitation.",
  unknown: "A part of the link may be missing. Copy the whole link from your invitation.",
  used: "This one has already been used. Each invitation is for one release.",
  expired: "This one has expired.",
  deactivated: "The team has stopped this one.",
  unasked: "The fault is ours. Open the link again in a minute.",
};

interface InvalidLinkProps {
  reason: DeadLink;
  /** Whether this browser has a submission, or a draft of one. */
  hasDraft: boolean;
}

/** The page of an invalid invitation (specification, wizard, section 2). */
export function InvalidInvitation({ reason, hasDraft }: InvalidLinkProps) {
  return (
    <div className={styles.page}>
      <h1>Invalid Invitation</h1>
      <p className={styles.lead}>{deadLinkText("invited", reason)}</p>
      {invitationTexts[reason] && <p>{invitationTexts[reason]}</p>}
      <HelpLinks subject="My invitation" hasDraft={hasDraft} />
    </div>
  );
}

/** The reasons of the specification, with our reasons for each. */
const reasons: [DeadLink[], ReactNode][] = [
  [["expired"], `The link expired (${LINK_DAYS.returning} days)`],
  [["deactivated"], "The link was deactivated"],
  [["malformed", "unknown", "none"], "The link format is wrong"],
];

/** The page of an invalid link of a returning artist, with the possible reasons. */
export function InvalidReturningLink({ reason, hasDraft }: InvalidLinkProps) {
  return (
    <div className={styles.page}>
      <h1>Invalid Link</h1>
      <p className={styles.lead}>{deadLinkText("returning", reason)}</p>
      {reason === "unasked" ? (
        <p>{invitationTexts.unasked}</p>
      ) : (
        <div>
          <p>This can have one of three reasons:</p>
          <Stack component="ul" gap="xs" mt="xs" pl="md">
            {reasons.map(([links, text]) => (
              <Text component="li" key={links[0]} fw={links.includes(reason) ? 600 : undefined}>
                {text}
                {links.includes(reason) && ": this is the one."}
              </Text>
            ))}
          </Stack>
        </div>
      )}
      <HelpLinks subject="My link for returning artists" hasDraft={hasDraft} />
    </div>
  );
}
