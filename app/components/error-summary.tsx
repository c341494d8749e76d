import { type MouseEvent, useEffect, useRef } from "react";
import type { FieldErrors } from "~/forms/reply";
import styles from "./error-summary.module.css";
import { fieldId } from "./field";

/**
 * Focuses a link's field by hand: a real jump is a navigation to the router, which then forgets
 * what the action sent back, and with it every error.
 */
function toField(event: MouseEvent, name: string) {
  const field = document.getElementById(fieldId(name));
  if (!field) return;
  event.preventDefault();
  field.focus();
}

/**
 * The red banner over a step that cannot pass: every sentence links to its field, and the banner
 * takes the focus when it appears.
 */
export function ErrorSummary({ sentences, errors }: { sentences: string[]; errors: FieldErrors }) {
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length + sentences.length > 0) banner.current?.focus();
  }, [errors, sentences]);
  if (Object.keys(errors).length + sentences.length === 0) return null;
  return (
    <div
      ref={banner}
      role="alert"
      aria-labelledby="error-summary"
      className={styles.banner}
      tabIndex={-1}
    >
      <h2 id="error-summary" className={styles.title}>
        Required Information Missing
      </h2>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <ul className={styles.list}>
        {Object.entries(errors).map(([name, text]) => (
          <li key={name}>
            <a href={`#${fieldId(name)}`} onClick={(event) => toField(event, name)}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
