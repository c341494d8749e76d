import { Stack } from "@mantine/core";
import type { LatestDecision } from "~/domain/review/status-history.server";
import { longTime } from "~/platform/formats/dates";
import { statusLabel } from "~/reference/statuses";
import { StatusChip } from "~/ui/status-chip";
import { Dimmed } from "../dimmed";
import list from "../row-list.module.css";
import styles from "./review.module.css";

/** All statuses of the item, last first. */
export function StatusHistory({ history }: { history: readonly LatestDecision[] }) {
  return (
    <Stack component="section">
      <h3>Status</h3>
      <ol className={list.list} reversed>
        {[...history].reverse().map(({ status, at, reason, by, changes, undone }) => (
          <li key={`${at} ${status}`}>
            <StatusChip status={status} /> {changes && "Changes wanted"}
            <Dimmed>
              {longTime(at)}
              {by ? `, by ${by}` : at === history[0]?.at ? ", as it came in" : ", on the board"}
              {undone && `: ${statusLabel(undone)} was undone`}
            </Dimmed>
            {reason && <p className={styles.written}>{reason}</p>}
          </li>
        ))}
      </ol>
    </Stack>
  );
}
