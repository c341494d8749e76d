import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/page-title";
import { lastOf } from "~/platform/formats/last-of";
import { requireStaff } from "~/session/require-staff";
import { queuePage } from "~/staff/review/queue.server";
import {
  filterQuery,
  MAX_COUNT,
  MAX_SEARCH_RESULTS,
  parseCursor,
  readFilter,
  serializeCursor,
} from "~/staff/review/queue-filter";
import { isOverdue } from "~/staff/review/review-item";
import { BulkStatusForm } from "~/views/staff/queue/bulk-status-form";
import { Pager } from "~/views/staff/queue/pager";
import { QueueFilters } from "~/views/staff/queue/queue-filters";
import { QueueList } from "~/views/staff/queue/queue-list";
import { type ShortcutLine, ShortcutsHelp } from "~/views/staff/shortcuts/shortcuts-help";
import styles from "~/views/staff/staff-page.module.css";

/** Scripts are for keyboard shortcuts only. */
export const handle = { scripts: true };

const SHORTCUTS: readonly ShortcutLine[] = [
  ["j", "Next entry"],
  ["k", "Entry before"],
  ["Enter", "Open the entry"],
  ["Space", "Choose the entry, or not"],
  ["/", "Search"],
];

const withQuery = (path: string, query: string) => (query ? `${path}?${query}` : path);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { id: staffId } = await requireStaff(context);
  const { searchParams } = new URL(request.url);
  const filter = readFilter(searchParams);
  const now = context.clock();
  const range = {
    after: parseCursor(searchParams.get("after")),
    before: parseCursor(searchParams.get("before")),
  };
  const [page, { submissionsEnabled }] = await Promise.all([
    queuePage(context.db, filter, { staffId, now }, range),
    context.entry.mode(),
  ]);
  const { items, hasBefore, hasAfter, overdue, mine, tooMany } = page;
  const query = filterQuery(filter);
  const [first, last] = [items[0], lastOf(items)];
  const pagePath = (parameter: string, item: typeof first) =>
    item &&
    withQuery("/staff", [query, `${parameter}=${serializeCursor(item)}`].filter(Boolean).join("&"));
  return {
    filter,
    query,
    tooMany,
    submissionsEnabled,
    counts: { overdue, mine, most: MAX_COUNT },
    before: hasBefore ? pagePath("before", first) : undefined,
    after: hasAfter ? pagePath("after", last) : undefined,
    rows: items.map((item) => ({
      ...item,
      overdue: isOverdue(item, now),
      mine: item.assignedTo === staffId,
      path: withQuery(`/staff/submissions/${item.id}`, query),
    })),
  };
}

export const meta: MetaFunction = (page) => pageTitle("Review queue", page);

export default function ReviewQueue() {
  const { filter, query, counts, rows, before, after, tooMany, submissionsEnabled } =
    useLoaderData<typeof loader>();
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>Review queue</h1>
        <div className={styles.tools}>
          <a href="/staff/queue.csv" download>
            Export all as CSV
          </a>
          <ShortcutsHelp keys={SHORTCUTS} />
        </div>
      </div>
      {!submissionsEnabled && (
        <p className={styles.quiet}>
          Submissions are closed. <a href="/staff/mode">Open them</a>
        </p>
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
    </div>
  );
}
