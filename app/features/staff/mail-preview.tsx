import styles from "./mail-preview.module.css";

/** A preview of a mail before it is sent. */
export function MailPreview(props: { subject: string; text: string; to: string }) {
  const { subject, text, to } = props;
  return (
    <figure className={styles.mail} aria-label="The email that goes out">
      <figcaption className={styles.head}>
        <span className={styles.label}>To</span> {to}
        <br />
        <span className={styles.label}>Subject</span> <strong>{subject}</strong>
      </figcaption>
      <div className={styles.text}>{text}</div>
    </figure>
  );
}
