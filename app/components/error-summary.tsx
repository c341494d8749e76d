import type { MouseEvent } from "react";
import type { FieldErrors } from "~/forms/reply";
import { Banner } from "./banner";
import styles from "./banner.module.css";
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

/** What keeps a step from passing; every sentence about a field links to it. */
export function ErrorSummary({ sentences, errors }: { sentences: string[]; errors: FieldErrors }) {
  if (Object.keys(errors).length + sentences.length === 0) return null;
  return (
    <Banner title="Required Information Missing" news={errors}>
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
    </Banner>
  );
}
