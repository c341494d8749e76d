import { Button, Checkbox, Group, NativeSelect, Paper, TextInput } from "@mantine/core";
import {
  entryLabels,
  kindLabels,
  type QueueFilter,
  type QueueView,
  queueTypeLabels,
  reviewStatuses,
  sortLabels,
} from "~/domain/review/queue-filter";
import { primaryGenres } from "~/reference/primary-genres";
import { statusLabel } from "~/reference/statuses";
import { formatLimited } from "./format-limited";

interface QueueFiltersProps {
  filter: QueueFilter;
  view: QueueView;
  counts: { overdue: number; mine: number; most: number };
}

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const anyOption = { value: "", label: "Any" };
const named = (values: readonly string[], label: (value: string) => string) =>
  Object.fromEntries(values.map((value) => [value, label(value)]));

const statusOptions = [anyOption, ...optionsOf(named(reviewStatuses, statusLabel))];
const typeOptions = [anyOption, ...optionsOf(queueTypeLabels)];
const genreOptions = [anyOption, ...optionsOf(named(primaryGenres, String))];
const entryOptions = [anyOption, ...optionsOf(entryLabels)];
const kindOptions = [anyOption, ...optionsOf(kindLabels)];

/** The filters of the queue, and its order. */
export function QueueFilters({ filter, view, counts }: QueueFiltersProps) {
  const selects = [
    { name: "status", label: "Status", value: filter.status, data: statusOptions },
    // Other views have one kind.
    ...(view === "all"
      ? [{ name: "kind", label: "Kind", value: filter.kind, data: kindOptions }]
      : []),
    { name: "type", label: "Release type", value: filter.type, data: typeOptions },
    { name: "genre", label: "Genre", value: filter.genre, data: genreOptions },
    { name: "entry", label: "How it came", value: filter.entry, data: entryOptions },
    { name: "sort", label: "Sort by", value: filter.sort, data: optionsOf(sortLabels) },
  ];
  const flags = [
    ["overdue", `Overdue (${formatLimited(counts.overdue, counts.most)})`],
    ["mine", `Mine (${formatLimited(counts.mine, counts.most)})`],
    ["findings", "Findings"],
    ["shortlist", "Shortlist"],
  ] as const;
  return (
    <Paper component="form" method="get" action="/staff" p="sm" aria-label="Filter">
      <input type="hidden" name="view" value={view} />
      <Group align="end">
        <TextInput
          id="queue-search"
          name="q"
          type="search"
          label="Search"
          placeholder="Artist, title, email or reference"
          defaultValue={filter.q}
          maxLength={100}
          spellCheck={false}
          autoComplete="off"
          flex="2 1 200px"
        />
        {selects.map(({ name, label, value, data }) => (
          <NativeSelect
            key={name}
            id={`queue-${name}`}
            name={name}
            label={label}
            defaultValue={value}
            data={data}
            flex="1 1 130px"
          />
        ))}
        {flags.map(([name, label]) => (
          <Checkbox
            key={name}
            id={`queue-${name}`}
            name={name}
            value="1"
            label={label}
            defaultChecked={filter[name]}
          />
        ))}
        <Group gap="xs">
          <Button type="submit" mih="var(--target)">
            Show
          </Button>
          <Button
            component="a"
            href={view === "waiting" ? "/staff" : `/staff?view=${view}`}
            variant="subtle"
            mih="var(--target)"
          >
            Clear filters
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
