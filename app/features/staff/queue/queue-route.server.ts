import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { findStaffSettings } from "~/domain/access/staff/staff-settings.server";
import { unprovedRights } from "~/domain/artists/release/rights";
import { queuePage } from "~/domain/review/queue.server";
import {
  filterQuery,
  MAX_COUNT,
  MAX_VIEW_COUNT,
  parseCursor,
  readFilter,
  serializeCursor,
  viewOf,
} from "~/domain/review/queue-filter";
import {
  cursorOf,
  daysUntil,
  isAwaitingReply,
  isOverdue,
  type ReviewItem,
} from "~/domain/review/review-item";
import { rowSpecials } from "~/domain/review/row-specials.server";
import { listViews } from "~/domain/review/saved-views.server";
import { lastOf } from "~/platform/formats/last-of";
import { requireStaff } from "~/session/require-staff";
import { loadUndoNotice } from "../load-undo-notice.server";
import { artworkPreviews } from "./queue-row.server";

const withQuery = (path: string, query: string) => (query ? `${path}?${query}` : path);

/** The place of a page of the list in its address. */
const rangeQuery = (name: "after" | "before", text: string | null) =>
  parseCursor(text) ? `${name}=${text}` : "";

/** The list of the queue, which stays while one moves from entry to entry. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { id: staffId } = await requireStaff(context);
  const { searchParams } = new URL(request.url);
  const filter = readFilter(searchParams);
  const now = context.clock();
  const [after, before] = [searchParams.get("after"), searchParams.get("before")];
  const range = { after: parseCursor(after), before: parseCursor(before) };
  const [page, { submissionsEnabled }, { playsNext }, savedViews, undo] = await Promise.all([
    queuePage(context.db, filter, { staffId, now }, range),
    context.entry.mode(),
    findStaffSettings(context.db, staffId),
    listViews(context.db, staffId),
    loadUndoNotice(context.db, staffId, now, params.submissionId),
  ]);
  const { items, hasBefore, hasAfter, overdue, mine, views, tooMany } = page;
  const [artworks, specials] = await Promise.all([
    artworkPreviews(context.db, items),
    rowSpecials(context.db, items, unprovedRights),
  ]);
  const [view, query] = [viewOf(filter), filterQuery(filter)];
  const [first, last] = [items[0], lastOf(items)];
  const pagePath = (parameter: string, item: typeof first) =>
    item &&
    withQuery(
      "/staff",
      [query, `${parameter}=${serializeCursor(cursorOf(item, filter.sort))}`]
        .filter(Boolean)
        .join("&"),
    );
  const listQuery = [query, rangeQuery("after", after), rangeQuery("before", before)]
    .filter(Boolean)
    .join("&");
  const toRow = (item: ReviewItem) => {
    const { id, kind, revision, artistName, title, status, releaseType, genre, dueAt } = item;
    const isOwed = isAwaitingReply(item);
    return {
      ...{ id, kind, revision, artistName, title, status, releaseType, genre, dueAt, isOwed },
      ...{ assignedName: item.assignedName, overdue: isOverdue(item, now) },
      artwork: artworks.get(id),
      specials: (specials.get(id) ?? []).map(({ kind, text }) => ({ kind, text })),
      daysLeft: daysUntil(dueAt, now),
      /** The address of its page, with that of the list. */
      path: withQuery(`/staff/submissions/${id}`, listQuery),
    };
  };
  return {
    filter,
    view,
    query,
    // The export shows all unless a view is named.
    exportPath: withQuery("/staff/queue.csv", filterQuery({ ...filter, view })),
    listQuery,
    playsNext,
    savedViews,
    tooMany,
    submissionsEnabled,
    undo: undo && { ...undo, path: withQuery(undo.path, listQuery) },
    counts: { overdue, mine, most: MAX_COUNT, views, mostOfView: MAX_VIEW_COUNT },
    before: hasBefore ? pagePath("before", first) : undefined,
    after: hasAfter ? pagePath("after", last) : undefined,
    rows: items.map(toRow),
  };
}
