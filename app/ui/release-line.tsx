import { Text, VisuallyHidden } from "@mantine/core";
import styles from "./release-line.module.css";

interface ReleaseLineProps {
  stages: readonly Stage[];
}

interface Stage {
  name: string;
  state: "done" | "next" | "ahead" | "no";
}

const STATES = { done: "done", next: "next", ahead: "still to come", no: "no" };

/** Where a release stands on its way out, as points on a line. */
export function ReleaseLine({ stages }: ReleaseLineProps) {
  return (
    <ol className={styles.line} aria-label="Where it stands">
      {stages.map(({ name, state }) => (
        <li key={name} data-state={state} aria-current={state === "next" ? "step" : undefined}>
          <span>
            {name}
            <VisuallyHidden>: {STATES[state]}</VisuallyHidden>
          </span>
        </li>
      ))}
    </ol>
  );
}

interface UprightLineProps {
  stages: readonly (Stage & { when: string; text: string })[];
}

/** The same from top to bottom, each point with its day and a sentence. */
export function UprightReleaseLine({ stages }: UprightLineProps) {
  return (
    <ol className={styles.line} data-upright>
      {stages.map(({ name, state, when, text }) => (
        <li key={name} data-state={state} aria-current={state === "next" ? "step" : undefined}>
          <Text fw={state === "ahead" ? 400 : 600}>{when}</Text>
          <div>
            <Text fw={600} className={styles.name}>
              {name}
            </Text>
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          </div>
        </li>
      ))}
    </ol>
  );
}
