import { VisuallyHidden } from "@mantine/core";
import styles from "./release-line.module.css";

interface ReleaseLineProps {
  stages: readonly { name: string; state: "done" | "next" | "ahead" | "no" }[];
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
