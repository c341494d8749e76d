import type { ReactNode } from "react";
import styles from "./switch-button.module.css";

interface SwitchButtonProps {
  on: boolean;
  /** The verb of the intents, such as `waterfall` for `waterfall-on` and `waterfall-off`. */
  intent: string;
  /** What it is about, such as a track's id: the rest of the intent after the colon. */
  about?: string;
  /** The name of the switch; it must make sense alone, so tracks name themselves in it. */
  label: ReactNode;
  hint?: ReactNode;
  id: string;
}

/**
 * A switch that changes the form: a submit button, so that it works without script too. What it
 * switches travels with the form in a hidden field beside it.
 */
export function SwitchButton({ on, intent, about, label, hint, id }: SwitchButtonProps) {
  const verb = `${intent}-${on ? "off" : "on"}`;
  return (
    <div className={styles.row}>
      <button
        id={id}
        type="submit"
        // Not the role of a switch: the standard's checker knows none that submits.
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
        {/* A screen reader says this by itself; everyone else should not need the colour. */}
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
