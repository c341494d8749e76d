import { Stack, Text } from "@mantine/core";
import type { TimelineStep } from "~/domain/submission/record/timeline";
import { longDate } from "~/platform/formats/dates";
import styles from "./timeline.module.css";

const STATE_TEXTS = { done: "Done", now: "Now", ahead: "Still to come" };

/** The steps of a submission; the current one stands out by word, weight and mark. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <Stack component="section" aria-labelledby="way">
      <h2 id="way">Progress</h2>
      <ol className={styles.steps}>
        {steps.map(({ name, state, at, text }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a status may come twice, and steps never move.
            key={index}
            data-state={state}
            aria-current={state === "now" ? "step" : undefined}
          >
            <span className={styles.mark} aria-hidden="true" />
            <Text fw={600} c={state === "ahead" ? "dimmed" : undefined}>
              {name}{" "}
              <Text span size="sm" c={state === "now" ? "var(--accent)" : "dimmed"}>
                {STATE_TEXTS[state]}
              </Text>
            </Text>
            {text && <p>{text}</p>}
            {at && (
              <Text size="sm" c="dimmed">
                <time dateTime={at}>{longDate(at)}</time>
              </Text>
            )}
          </li>
        ))}
      </ol>
    </Stack>
  );
}
