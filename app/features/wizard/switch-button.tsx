import type { ReactNode } from "react";
import styles from "./switch-button.module.css";

interface SwitchButtonProps {
  on: boolean;
  /** The verb of the intents: `waterfall` for `waterfall-on` and `waterfall-off`. */
  intent: string;
  /** The argument of the intent, such as a track's id. */
  about?: string;
  /** The accessible name, which must be unique on the page. */
  label: ReactNode;
  hint?: ReactNode;
  id: string;
}

/**
 * A switch that edits the form: a submit button, so that it works without script. Its value is posted in a
 * hidden field beside it.
 */
export function SwitchButton({ on, intent, about, label, hint, id }: SwitchButtonProps) {
  const verb = `${intent}-${on ? "off" : "on"}`;
  return (
    <div className={styles.row}>
      <button
        id={id}
        type="submit"
        // Not role="switch", which the HTML checker does not allow on a submit button.
        aria-pressed={on}
        aria-describedby={hint ? `${id}-hint` : undefined}
        name="intent"
        value={about === undefined ? verb : `${verb}:${about}`}
        className={styles.switch}
      >
        <span className={styles.track} aria-hidden="true">
          <span className={styles.thumb} />
        </span>
        <span className={styles.label}>{label}</span>
        {/* For sighted users, so that colour is not needed; screen readers announce the pressed state. */}
        <span className={styles.state} aria-hidden="true">
          {on ? "On" : "Off"}
        </span>
      </button>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
