import { Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import styles from "./waiting-list.module.css";

/** From the specification. */
export const JOIN_HEADING = "Share Your New Music With Us";

interface JoinIntroductionProps {
  /** Whether submissions are open. */
  isOpen: boolean;
  /** The team's note about the mode. */
  note: string | undefined;
  /** Whether this browser has a draft, which can be finished in any mode. */
  hasDraft: boolean;
  children: ReactNode;
}

/** Explains the waiting list and links to other ways in; then its form. */
export function JoinIntroduction({ isOpen, note, hasDraft, children }: JoinIntroductionProps) {
  return (
    <div className={styles.page}>
      <Stack component="header" className={styles.head}>
        <h1>{JOIN_HEADING}</h1>
        <Text size="lg" c="dimmed">
          {!isOpen && "We are not taking new submissions just now, but we still listen. "}
          Tell us who you are and send a link to your music. We reply within{" "}
          <span className={styles.together}>7-10 days</span>.
        </Text>
        {note && !isOpen && <p className={styles.note}>{note}</p>}
        {isOpen ? (
          <p>
            Submissions are open: you can <Link to="/submit">send us your release</Link> right away.
          </p>
        ) : hasDraft ? (
          <p>
            Your submission is still in this browser.{" "}
            <Link to="/submit">Go to your submission</Link> and finish it as before.
          </p>
        ) : (
          <p>
            Have you started a submission? You can still finish it in the same browser, or with its
            link. <Link to="/submit/open">Open my link</Link>
          </p>
        )}
      </Stack>
      {children}
    </div>
  );
}
