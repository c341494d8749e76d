import { Button, VisuallyHidden } from "@mantine/core";
import styles from "./staff-rows.module.css";

interface Session {
  id: string;
  name: string;
  /** Whether it is this browser's session. */
  isCurrent: boolean;
  since: string;
  until: string;
}

/** Active sessions, each with a button that ends it. */
export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  if (sessions.length === 0) return <p>Nobody has signed in with the passcode.</p>;
  return (
    <ul className={styles.rows}>
      {sessions.map(({ id, name, isCurrent, since, until }) => (
        <li key={id} className={styles.row}>
          <div>
            <p className={styles.name}>{isCurrent ? `${name}, in this browser` : name}</p>
            <p className={styles.about}>Signed in {since}</p>
            <p className={styles.about}>Until {until}</p>
          </div>
          <form method="post">
            <input type="hidden" name="session" value={id} />
            <Button type="submit" variant="default">
              End session
              <VisuallyHidden>
                {" "}
                of {name}, since {since}
              </VisuallyHidden>
            </Button>
          </form>
        </li>
      ))}
    </ul>
  );
}
