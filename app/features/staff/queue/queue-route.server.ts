import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { findStaffSettings } from "~/domain/access/staff/staff-settings.server";
import { needsStaff, type TroubledMail } from "~/domain/mail/mail-trouble";
import { troubledMailsOf } from "~/domain/mail/troubled-mails.server";
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
import { lastOf } from "~/platform/formats/last-of";
import { requireStaff } from "~/session/require-staff";
import { loadUndoNotice } from "../load-undo-notice.server";
import { queueRowDetails } from "./queue-row.server";
import { rowSpecials } from "./row-specials";

/** How the mails of an entry stand; undefined while they go out. */
function toMailTrouble(mails: readonly TroubledMail[] = []): "failed" | "waiting" | undefined {
  if (mails.some(needsStaff)) return "failed";
  return mails.length > 0 ? "waiting" : undefined;
}

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
  const [page, { submissionsEnabled }, { playsNext }, undo] = await Promise.all([
    queuePage(context.db, filter, { staffId, now }, range),
    context.entry.mode(),
    findStaffSettings(context.db, staffId),
    loadUndoNotice(context.db, staffId, now, params.submissionId),
  ]);
  const { items, hasBefore, hasAfter, overdue, mine, views, tooMany } = page;
  const ids = items.map(({ id }) => id);
  const [details, troubledMails] = await Promise.all([
    queueRowDetails(context.db, items),
    troubledMailsOf(context.db, ids),
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
      artwork: details.get(id)?.artwork,
      specials: rowSpecials(item, {
        hasNote: details.get(id)?.hasNote ?? false,
        mailTrouble: toMailTrouble(troubledMails.get(id)),
      }),
      /** Days until its reply is due. */
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
    tooMany,
    submissionsEnabled,
    undo,
    counts: { overdue, mine, most: MAX_COUNT, views, mostOfView: MAX_VIEW_COUNT },
    before: hasBefore ? pagePath("before", first) : undefined,
    after: hasAfter ? pagePath("after", last) : undefined,
    rows: items.map(toRow),
  };
}
