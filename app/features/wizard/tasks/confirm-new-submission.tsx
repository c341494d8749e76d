import { Form, Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { IntentButton } from "~/ui/intent-button";
import { LinkBox } from "~/ui/link-box";
import styles from "~/ui/notice-page.module.css";

interface ConfirmNewSubmissionProps {
  draft: { title: string; until: string };
  /** The link to the draft, once it is created. */
  url: string | undefined;
}

/** Asks for confirmation before a new submission replaces this one in the browser. */
export function ConfirmNewSubmission({ draft, url }: ConfirmNewSubmissionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.page}>
      <h1 ref={heading} tabIndex={-1}>
        Start a new submission?
      </h1>
      <p className={styles.lead}>
        {draft.title ? `"${draft.title}"` : "What you have saved so far"} is kept until{" "}
        {draft.until}, but this browser will open only the new one. To come back to it, you need its
        link.
      </p>
      {url && <LinkBox url={url} label="Link to the submission you have now" />}
      {!url && (
        <Form method="post">
          <IntentButton intent="make-link">Make a link to it first</IntentButton>
        </Form>
      )}
      {/* A page load, so that no files of the old submission remain. */}
      <Form method="post" reloadDocument>
        <IntentButton intent="start-new" variant={url ? undefined : "default"}>
          {url ? "Start a new submission" : "Start without a link"}
        </IntentButton>
      </Form>
      <p className={styles.actions}>
        <Link to="/submit" reloadDocument>
          Go back to your submission
        </Link>
      </p>
    </div>
  );
}
