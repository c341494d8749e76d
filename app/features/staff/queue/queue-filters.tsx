import { Button, NativeSelect, TextInput } from "@mantine/core";
import {
  kindLabels,
  type QueueFilter,
  reviewKinds,
  reviewStatuses,
} from "~/domain/review/queue-filter";
import { statusLabel } from "~/domain/submission/record/board-labels";
import styles from "./queue-filters.module.css";

/** Formats a count that stops at a limit: "100+". */
const formatLimited = (count: number, limit: number) =>
  count >= limit ? `${limit}+` : String(count);

interface QueueFiltersProps {
  filter: QueueFilter;
  counts: { overdue: number; mine: number; most: number };
}

/** The filters of the queue. */
export function QueueFilters({ filter, counts }: QueueFiltersProps) {
  const { q, status, kind, overdue, mine } = filter;
  const anyOption = { value: "", label: "Any" };
  return (
    <form method="get" action="/staff" className={styles.filters} aria-label="Filter">
      <div className={styles.search}>
        <TextInput
          id="queue-search"
          name="q"
          type="search"
          label="Search"
          placeholder="Artist, title, email or reference"
          defaultValue={q}
          maxLength={100}
          spellCheck={false}
          autoComplete="off"
        />
      </div>
      <NativeSelect
        id="queue-status"
        name="status"
        label="Status"
        defaultValue={status}
        data={[anyOption, ...reviewStatuses.map((value) => ({ value, label: statusLabel(value) }))]}
      />
      <NativeSelect
        id="queue-kind"
        name="kind"
        label="Kind"
        defaultValue={kind}
        data={[anyOption, ...reviewKinds.map((value) => ({ value, label: kindLabels[value] }))]}
      />
      <label className={styles.check}>
        <input type="checkbox" name="overdue" value="1" defaultChecked={overdue} />
        Overdue ({formatLimited(counts.overdue, counts.most)})
      </label>
      <label className={styles.check}>
        <input type="checkbox" name="mine" value="1" defaultChecked={mine} />
        Mine ({formatLimited(counts.mine, counts.most)})
      </label>
      <div className={styles.press}>
        <Button type="submit">Show</Button>
        <a href="/staff">Show all</a>
      </div>
    </form>
  );
}
