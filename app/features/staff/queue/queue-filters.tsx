import { Button, Checkbox, Group, NativeSelect, Paper, TextInput } from "@mantine/core";
import {
  kindLabels,
  type QueueFilter,
  reviewKinds,
  reviewStatuses,
} from "~/domain/review/queue-filter";
import { statusLabel } from "~/domain/submission/record/board-labels";

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
    <Paper component="form" method="get" action="/staff" p="sm" aria-label="Filter">
      <Group align="end">
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
          flex="2 1 200px"
        />
        <NativeSelect
          id="queue-status"
          name="status"
          label="Status"
          defaultValue={status}
          data={[
            anyOption,
            ...reviewStatuses.map((value) => ({ value, label: statusLabel(value) })),
          ]}
          flex="1 1 110px"
        />
        <NativeSelect
          id="queue-kind"
          name="kind"
          label="Kind"
          defaultValue={kind}
          data={[anyOption, ...reviewKinds.map((value) => ({ value, label: kindLabels[value] }))]}
          flex="1 1 110px"
        />
        <Checkbox
          id="queue-overdue"
          name="overdue"
          value="1"
          label={`Overdue (${formatLimited(counts.overdue, counts.most)})`}
          defaultChecked={overdue}
        />
        <Checkbox
          id="queue-mine"
          name="mine"
          value="1"
          label={`Mine (${formatLimited(counts.mine, counts.most)})`}
          defaultChecked={mine}
        />
        <Group gap="xs">
          <Button type="submit" mih="var(--target)">
            Show
          </Button>
          <Button component="a" href="/staff" variant="subtle" mih="var(--target)">
            Show all
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
