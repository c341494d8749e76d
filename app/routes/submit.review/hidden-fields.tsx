import { honeypots } from "~/bot/honeypots";
import styles from "./submit-form.module.css";

/** Out of sight and out of tab order; password managers are asked to leave them alone. */
export function HiddenFields() {
  return (
    <div className={styles.hidden} aria-hidden="true">
      {honeypots.map((name) => (
        <label key={name}>
          Leave this field empty
          <input
            type="text"
            name={name}
            tabIndex={-1}
            autoComplete="off"
            data-1p-ignore
            data-lpignore="true"
            data-bwignore="true"
          />
        </label>
      ))}
    </div>
  );
}
