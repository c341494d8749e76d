import { Button, Checkbox, Group, Kbd, NativeSelect, TextInput } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { IconAdjustmentsHorizontal, IconArrowsSort, IconSearch, IconX } from "@tabler/icons-react";
import {
  entryLabels,
  filterQuery,
  kindLabels,
  type QueueFilter,
  queueTypeLabels,
  queueViews,
  reviewStatuses,
  sortLabels,
  viewLabels,
} from "~/domain/review/queue-filter";
import { MAX_VIEW_NAME } from "~/domain/review/saved-view";
import { primaryGenres } from "~/reference/primary-genres";
import { statusLabel } from "~/reference/statuses";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import desk from "../desk/desk.module.css";
import type { QueueData } from "../desk/queue-data";
import { type ShortcutLine, ShortcutsHelp } from "../shortcuts/shortcuts-help";
import styles from "./queue.module.css";

const ICON = { size: 20, stroke: 1.5, "aria-hidden": true } as const;

const named = (values: readonly string[], label: (value: string) => string = String) =>
  Object.fromEntries(values.map((value) => [value, label(value)]));

/** The filters with several values, in the order of the panel. */
const choices = {
  status: { label: "Status", values: named(reviewStatuses, statusLabel) },
  type: { label: "Type", values: queueTypeLabels },
  genre: { label: "Genre", values: named(primaryGenres) },
  entry: { label: "How it came", values: entryLabels },
  kind: { label: "Kind", values: kindLabels },
} as const satisfies Partial<
  Record<keyof QueueFilter, { label: string; values: Readonly<Record<string, string>> }>
>;
type Choice = keyof typeof choices;
const choiceNames = Object.keys(choices) as Choice[];

/** The filters that are set or not. */
const flags = {
  overdue: "Overdue",
  mine: "Mine",
  findings: "Findings",
  shortlist: "Shortlist",
  snoozed: "Put off",
} as const satisfies Partial<Record<keyof QueueFilter, string>>;
type Flag = keyof typeof flags;
const flagNames = Object.keys(flags) as Flag[];

const KEYS: readonly ShortcutLine[] = [
  ["j k", "Next and previous entry"],
  ["Enter", "Open the entry"],
  ["o", "Open it in a new tab"],
  ["x", "Choose it; with Shift all up to here"],
  ["/", "Search"],
  ["f", "Filter"],
  ["a", "Approve"],
  ["c", "Ask for changes"],
  ["r", "Reject, then a digit for the reason"],
  ["i", "In progress"],
  ["Enter", "Send the open decision"],
  ["u", "Undo your last decision, within a minute"],
  ["t", "Take it"],
  ["s", "Shortlist"],
  ["z", "Put it off to another day"],
  ["n", "Write a note"],
  ["Shift 1 to 5", "Rate it"],
  ["Space", "Play and pause"],
  ["1 to 9", "Play this track"],
  [", .", "Ten seconds back or on"],
  ["b", "Compare with the version before"],
  ["q", "Play entry after entry"],
  ["l", "Listen (waiting list)"],
  ["Esc", "Close, or choose none"],
];

/** A count that stops at a limit: "100+". */
const formatLimited = (count: number, limit: number) =>
  count >= limit ? `${limit}+` : String(count);

const queuePath = (filter: QueueFilter) => {
  const query = filterQuery(filter);
  return query ? `/staff?${query}` : "/staff";
};

const isFiltered = (filter: QueueFilter) =>
  [...choiceNames, ...flagNames, "q" as const].some((name) => Boolean(filter[name]));

/** Search, filters and order in one line; then the views, and what is filtered by. */
export function QueueHead({ filter, view, query, counts, exportPath, savedViews }: QueueData) {
  const isSaved = savedViews.some((one) => one.query === query);
  return (
    <header className={styles.head}>
      <Form
        key={queuePath(filter)}
        method="get"
        action="/staff"
        role="search"
        aria-label="Queue"
        className={styles.search}
      >
        <input type="hidden" name="view" value={view} />
        <TextInput
          id="queue-search"
          name="q"
          type="search"
          aria-label="Search"
          placeholder="Search the queue"
          defaultValue={filter.q}
          maxLength={100}
          spellCheck={false}
          autoComplete="off"
          flex={1}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          rightSection={<Kbd>/</Kbd>}
        />
        <FilterPanel filter={filter} view={view} />
        <details className={desk.menu}>
          <summary aria-label="Sort and export" title="Sort and export">
            <IconArrowsSort {...ICON} />
          </summary>
          <div className={styles.panel}>
            <NativeSelect
              id="queue-sort"
              name="sort"
              label="Sort by"
              defaultValue={filter.sort}
              data={Object.entries(sortLabels).map(([value, label]) => ({ value, label }))}
            />
            <Button type="submit">Sort</Button>
            <a href={exportPath} download>
              Export these as CSV
            </a>
          </div>
        </details>
        <ShortcutsHelp keys={KEYS} />
      </Form>
      <nav aria-label="Views of the queue" className={styles.views}>
        {queueViews.map((tab) => (
          <Link
            key={tab}
            to={tab === "waiting" ? "/staff" : `/staff?view=${tab}`}
            aria-current={tab === view && !isSaved ? "true" : undefined}
          >
            {viewLabels[tab]} <span>{formatLimited(counts.views[tab], counts.mostOfView)}</span>
          </Link>
        ))}
        {savedViews.map(({ id, name, query: saved }) => (
          <Link key={id} to={`/staff?${saved}`} aria-current={saved === query ? "true" : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      {isFiltered(filter) && (
        <div className={styles.chips}>
          <Chips filter={filter} />
          <ViewForm query={query} saved={savedViews.find((one) => one.query === query)} />
        </div>
      )}
    </header>
  );
}

function FilterPanel({ filter, view }: Pick<QueueData, "filter" | "view">) {
  return (
    <details id="queue-filter" className={desk.menu}>
      <summary aria-label="Filter" title="Filter (F)">
        <IconAdjustmentsHorizontal {...ICON} />
      </summary>
      <div className={styles.panel}>
        {choiceNames
          // Other views have one kind.
          .filter((name) => name !== "kind" || view === "all")
          .map((name) => (
            <NativeSelect
              key={name}
              id={`queue-${name}`}
              name={name}
              label={choices[name].label}
              defaultValue={filter[name]}
              data={[
                { value: "", label: "Any" },
                ...Object.entries(choices[name].values).map(([value, label]) => ({ value, label })),
              ]}
            />
          ))}
        {flagNames.map((name) => (
          <Checkbox
            key={name}
            id={`queue-${name}`}
            name={name}
            value="1"
            label={flags[name]}
            defaultChecked={filter[name]}
          />
        ))}
        <Group grow className={styles.whole}>
          <Button type="submit">Show</Button>
          <Button
            component="a"
            href={view === "waiting" ? "/staff" : `/staff?view=${view}`}
            variant="default"
          >
            Clear all
          </Button>
        </Group>
      </div>
    </details>
  );
}

/** Keeps what is filtered by as a view of one's own, or gives it up. */
function ViewForm({ query, saved }: { query: string; saved: { id: string } | undefined }) {
  return (
    <Form method="post" action="/staff/views" aria-label="Saved view">
      <input type="hidden" name="query" value={query} />
      {saved ? (
        <>
          <input type="hidden" name="view" value={saved.id} />
          <IntentButton intent="remove" variant="subtle">
            Remove this view
          </IntentButton>
        </>
      ) : (
        <details>
          <summary className={styles.saveView}>Save view</summary>
          <TextInput
            name="name"
            aria-label="Name of the view"
            placeholder="Its name"
            maxLength={MAX_VIEW_NAME}
            required
          />
          <SecondaryButton intent="save">Save</SecondaryButton>
        </details>
      )}
    </Form>
  );
}

/** What is filtered by; each can be taken away. */
function Chips({ filter }: { filter: QueueFilter }) {
  const set = [
    ...(filter.q ? [{ name: "q" as const, label: `“${filter.q}”` }] : []),
    ...choiceNames.flatMap((name) => {
      const values: Readonly<Record<string, string>> = choices[name].values;
      const label = values[filter[name]];
      return label ? [{ name, label }] : [];
    }),
    ...flagNames.flatMap((name) => (filter[name] ? [{ name, label: flags[name] }] : [])),
  ];
  const without = (name: Choice | Flag | "q") =>
    queuePath({ ...filter, [name]: typeof filter[name] === "boolean" ? false : "" });
  return set.map(({ name, label }) => (
    <Link key={name} to={without(name)} aria-label={`${label}: take this filter away`}>
      {label} <IconX size={14} aria-hidden="true" />
    </Link>
  ));
}
