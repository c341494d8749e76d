import { Text } from "@mantine/core";
import styles from "../row-list.module.css";

interface MailingProgress {
  id: string;
  what: string;
  stands: string;
}

/** The progress of mails to lists of links. */
export function Mailings({ mailings }: { mailings: readonly MailingProgress[] }) {
  if (mailings.length === 0) return null;
  return (
    <section aria-labelledby="mailings">
      <h2 id="mailings">Mails of lists</h2>
      <ul className={styles.list}>
        {mailings.map(({ id, what, stands }) => (
          <li key={id}>
            <strong>{stands}</strong>
            <Text size="sm" c="dimmed">
              {what}
            </Text>
          </li>
        ))}
      </ul>
      <p>
        <a href="/staff/activity/mails">Which of them have left</a>
      </p>
    </section>
  );
}
