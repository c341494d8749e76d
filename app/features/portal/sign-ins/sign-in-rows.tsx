import { Button, VisuallyHidden } from "@mantine/core";
import notice from "~/ui/notice-page.module.css";
import styles from "./sign-ins.module.css";

interface Row {
  id: string;
  isToken: boolean;
  /** Whether it is this browser's session. */
  isCurrent: boolean;
  device: string;
  since: string;
  /** Undefined for a token that was never used. */
  lastUsed: string | undefined;
  until: string;
}

/** Sessions and tokens, each with a button that ends it. */
export function SignInRows({ sessions }: { sessions: readonly Row[] }) {
  if (sessions.length === 0) return null;
  return (
    <ul className={styles.rows}>
      {sessions.map(({ id, isToken, isCurrent, device, since, lastUsed, until }) => (
        <li key={id} className={styles.row}>
          <div className={styles.what}>
            <p className={styles.name}>
              {device}
              {isCurrent && <span className={styles.own}>This browser</span>}
            </p>
            <p className={styles.about}>
              {isToken ? "Made" : "Signed in"} {since}, until {until}
            </p>
            <p className={styles.about}>{lastUsed ? `Last used ${lastUsed}` : "Not used yet"}</p>
          </div>
          <form method="post" data-signs-out={isCurrent ? "" : undefined}>
            <input type="hidden" name="session" value={id} />
            <Button type="submit" name="intent" value="end" variant="default">
              {isToken ? "End" : "Sign out"}
              <VisuallyHidden>
                {" "}
                {device}, since {since}
              </VisuallyHidden>
            </Button>
          </form>
        </li>
      ))}
    </ul>
  );
}

/** Ends all sessions, or all but this browser's. @param props.others whether there are others. */
export function EndSessionsForm({ others }: { others: boolean }) {
  return (
    <form method="post" className={notice.buttons}>
      {others && (
        <Button type="submit" name="intent" value="end-others" variant="default">
          Sign out all others, tokens too
        </Button>
      )}
      <Button type="submit" name="intent" value="end-all" variant="default" data-signs-out="">
        Sign out everywhere
      </Button>
    </form>
  );
}
