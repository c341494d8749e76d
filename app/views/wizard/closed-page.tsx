import { Link } from "@remix-run/react";
import styles from "~/components/notice-page.module.css";
import own from "./closed-page.module.css";

/** As the specification has it for the mode in which no submissions are taken. */
export const CLOSED_HEADING = "Share Your New Music With Us";

/**
 * What whoever has nothing under way reads while submissions are closed.
 * @param note what staff say about it.
 */
export function ClosedPage({ note }: { note?: string }) {
  return (
    <div className={styles.page}>
      <h1>{CLOSED_HEADING}</h1>
      <p className={styles.lead}>We are not taking new submissions just now.</p>
      {note && <p className={own.note}>{note}</p>}
      <p>
        Nothing can be sent to us from this page while that is so. Please come back another time: we
        would like to hear it.
      </p>
      <p>
        Have you begun a submission already? Open it in the browser you began it in, or by its link.
        You can finish it as before.
      </p>
      <p className={styles.actions}>
        <Link to="/">Return to Home</Link>
      </p>
    </div>
  );
}
