import { Box, Button, Group, Stack, Text } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import {
  MAX_SEARCH_RESULTS,
  type QueueView,
  queueViews,
  type ReviewKind,
  viewLabels,
} from "~/domain/review/queue-filter";
import { titled } from "~/ui/page-title";
import { LinkTabs } from "../link-tabs";
import { type ShortcutLine, ShortcutsHelp } from "../shortcuts/shortcuts-help";
import { UndoNotice } from "../undo-notice";
import { BulkStatusForm } from "./bulk-status-form";
import { formatLimited } from "./format-limited";
import { QueueFilters } from "./queue-filters";
import { QueueList } from "./queue-list";
import type { loader } from "./queue-route.server";

/** Links to the previous and the next page. */
function Pager({ before, after }: { before?: string | undefined; after?: string | undefined }) {
  if (!before && !after) return null;
  return (
    <Group component="nav" aria-label="Pages" gap="xs">
      {before && (
        <Button component="a" href={before} rel="prev" variant="default">
          Earlier in the queue
        </Button>
      )}
      {after && (
        <Button component="a" href={after} rel="next" variant="default" ml="auto">
          Further down the queue
        </Button>
      )}
    </Group>
  );
}

interface QueueTabsProps {
  view: QueueView;
  counts: { views: Record<Exclude<QueueView, "all">, number>; mostOfView: number };
}

/** Links to the views of the queue, with how many entries wait in each. */
function QueueTabs({ view, counts: { views, mostOfView } }: QueueTabsProps) {
  const links = queueViews.map((tab) => ({
    href: tab === "waiting" ? "/staff" : `/staff?view=${tab}`,
    text:
      tab === "all"
        ? viewLabels.all
        : `${viewLabels[tab]} (${formatLimited(views[tab], mostOfView)})`,
    isCurrent: tab === view,
  }));
  return <LinkTabs label="Views of the queue" links={links} current="true" />;
}

/** Scripts are for keyboard shortcuts and sound only. */
export const handle = { scripts: true, shortcuts: true };

const SHORTCUTS: readonly ShortcutLine[] = [
  ["j", "Next entry"],
  ["k", "Entry before"],
  ["Enter", "Open the entry"],
  ["Space", "Choose the entry, or not"],
  ["/", "Search"],
  ["u", "Undo your last decision, within a minute"],
];

const EMPTY_TEXTS: Readonly<Record<QueueView, string>> = {
  waiting: "No release waits for us.",
  "waiting-list": "Nobody on the waiting list waits for a reply.",
  artist: "No release waits for changes by its artist.",
  all: "Nothing has come in yet.",
};

/** Undefined for views of both kinds. */
const kindOfView: Readonly<Record<QueueView, ReviewKind | undefined>> = {
  waiting: "submission",
  "waiting-list": "waiting",
  artist: "submission",
  all: undefined,
};

export const meta = titled("Review queue");

export default function ReviewQueue() {
  const { filter, view, query, exportPath, counts, rows, before, after, tooMany, ...state } =
    useLoaderData<typeof loader>();
  const isFiltered = query !== "" && query !== `view=${view}`;
  return (
    <Stack>
      <Group justify="space-between" gap="xs">
        <h1>Review queue</h1>
        <Group gap="xs">
          <Box component="a" href={exportPath} download lh="var(--target)">
            Export these as CSV
          </Box>
          <ShortcutsHelp keys={SHORTCUTS} />
        </Group>
      </Group>
      {state.undo && <UndoNotice {...state.undo} />}
      {!state.submissionsEnabled && (
        <Text c="dimmed">
          Submissions are closed. <a href="/staff/mode">Open them</a>
        </Text>
      )}
      <QueueTabs view={view} counts={counts} />
      <QueueFilters filter={filter} view={view} counts={counts} />
      {tooMany && (
        <p role="status">
          More than {MAX_SEARCH_RESULTS} entries match. These are among the {MAX_SEARCH_RESULTS}{" "}
          that came last: add a word to find others.
        </p>
      )}
      {rows.length === 0 ? (
        <p>{isFiltered ? "Nothing matches." : EMPTY_TEXTS[view]}</p>
      ) : (
        <QueueList rows={rows} />
      )}
      <Pager before={before} after={after} />
      {rows.length > 0 && <BulkStatusForm query={query} kind={filter.kind || kindOfView[view]} />}
    </Stack>
  );
}
