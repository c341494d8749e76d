import { longDate } from "~/platform/formats/dates";
import styles from "./submission-details.module.css";

/** The team's note to the artist beside a submission's status, with its ISO time. */
export function TeamNote({ note }: { note: { text: string; at: string } }) {
  return (
    <section className={styles.section} aria-labelledby="note">
      <h2 id="note">A note from the team</h2>
      <blockquote className={styles.said}>{note.text}</blockquote>
      <p className={styles.small}>{longDate(note.at)}</p>
    </section>
  );
}
