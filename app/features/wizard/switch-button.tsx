import { Text, UnstyledButton } from "@mantine/core";
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
    <div>
      <UnstyledButton
        id={id}
        type="submit"
        // Not role="switch", which the HTML checker does not allow on a submit button.
        aria-pressed={on}
        aria-describedby={hint ? `${id}-hint` : undefined}
        name="intent"
        value={about === undefined ? verb : `${verb}:${about}`}
        className={styles.switch}
      >
        <span className={styles.track} aria-hidden="true" />
        <Text component="span" fw={600}>
          {label}
        </Text>
        {/* For sighted users, so that colour is not needed; screen readers announce the pressed state. */}
        <Text component="span" size="sm" c="dimmed" aria-hidden="true">
          {on ? "On" : "Off"}
        </Text>
      </UnstyledButton>
      {hint && (
        <Text id={`${id}-hint`} size="sm" c="dimmed" pl={56} mt={-8}>
          {hint}
        </Text>
      )}
    </div>
  );
}
