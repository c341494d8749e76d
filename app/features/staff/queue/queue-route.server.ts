import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { queuePage } from "~/domain/review/queue.server";
import {
  filterQuery,
  MAX_COUNT,
  parseCursor,
  readFilter,
  serializeCursor,
} from "~/domain/review/queue-filter";
import { isOverdue } from "~/domain/review/review-item";
import { lastOf } from "~/platform/formats/last-of";
import { requireStaff } from "~/session/require-staff";
import { loadUndoNotice } from "../load-undo-notice.server";

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
  const [page, { submissionsEnabled }, undo] = await Promise.all([
    queuePage(context.db, filter, { staffId, now }, range),
    context.entry.mode(),
    loadUndoNotice(context.db, staffId, now),
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
    undo,
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
