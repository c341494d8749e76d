import { Box, Group, Stack, Text } from "@mantine/core";
import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { MAX_SEARCH_RESULTS } from "~/domain/review/queue-filter";
import { pageTitle } from "~/ui/page-title";
import { type ShortcutLine, ShortcutsHelp } from "../shortcuts/shortcuts-help";
import { UndoNotice } from "../undo-notice";
import { BulkStatusForm } from "./bulk-status-form";
import { Pager } from "./pager";
import { QueueFilters } from "./queue-filters";
import { QueueList } from "./queue-list";
import type { loader } from "./queue-route.server";

/** Scripts are for keyboard shortcuts only. */
export const handle = { scripts: true };

const SHORTCUTS: readonly ShortcutLine[] = [
  ["j", "Next entry"],
  ["k", "Entry before"],
  ["Enter", "Open the entry"],
  ["Space", "Choose the entry, or not"],
  ["/", "Search"],
  ["u", "Undo your last decision, within a minute"],
];

export const meta: MetaFunction = (page) => pageTitle("Review queue", page);

export default function ReviewQueue() {
  const { filter, query, counts, rows, before, after, tooMany, submissionsEnabled, undo } =
    useLoaderData<typeof loader>();
  return (
    <Stack>
      <Group justify="space-between" gap="xs">
        <h1>Review queue</h1>
        <Group gap="xs">
          <Box component="a" href="/staff/queue.csv" download lh="var(--target)">
            Export all as CSV
          </Box>
          <ShortcutsHelp keys={SHORTCUTS} />
        </Group>
      </Group>
      {undo && <UndoNotice {...undo} />}
      {!submissionsEnabled && (
        <Text c="dimmed">
          Submissions are closed. <a href="/staff/mode">Open them</a>
        </Text>
      )}
      <QueueFilters filter={filter} counts={counts} />
      {tooMany && (
        <p role="status">
          More than {MAX_SEARCH_RESULTS} entries match. These are among the {MAX_SEARCH_RESULTS}{" "}
          that came last: add a word to find others.
        </p>
      )}
      {rows.length === 0 ? (
        <p>{query ? "Nothing matches." : "Nothing has come in yet."}</p>
      ) : (
        <QueueList rows={rows} />
      )}
      <Pager before={before} after={after} />
      {rows.length > 0 && <BulkStatusForm query={query} kind={filter.kind} />}
    </Stack>
  );
}
