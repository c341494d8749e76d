import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
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
import { cursorOf, daysUntil, isOverdue } from "~/domain/review/review-item";
import { lastOf } from "~/platform/formats/last-of";
import { requireStaff } from "~/session/require-staff";
import { loadUndoNotice } from "../load-undo-notice.server";
import { queueRowDetails } from "./queue-row.server";

/** How the mails of an entry stand; undefined while they go out. */
function toMailTrouble(mails: readonly TroubledMail[] = []): "failed" | "waiting" | undefined {
  if (mails.some(needsStaff)) return "failed";
  return mails.length > 0 ? "waiting" : undefined;
}

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
  const { items, hasBefore, hasAfter, overdue, mine, views, tooMany } = page;
  const [details, troubledMails] = await Promise.all([
    queueRowDetails(context.db, items),
    troubledMailsOf(
      context.db,
      items.map(({ id }) => id),
    ),
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
  return {
    filter,
    view,
    query,
    // The export shows all unless a view is named.
    exportPath: withQuery("/staff/queue.csv", filterQuery({ ...filter, view })),
    tooMany,
    submissionsEnabled,
    undo,
    counts: { overdue, mine, most: MAX_COUNT, views, mostOfView: MAX_VIEW_COUNT },
    before: hasBefore ? pagePath("before", first) : undefined,
    after: hasAfter ? pagePath("after", last) : undefined,
    rows: items.map((item) => ({
      ...item,
      ...(details.get(item.id) ?? { artwork: undefined, track: undefined, hasNote: false }),
      /** How its mails stand; undefined while they go out. */
      mailTrouble: toMailTrouble(troubledMails.get(item.id)),
      overdue: isOverdue(item, now),
      /** Days until its reply is due. */
      daysLeft: daysUntil(item.dueAt, now),
      mine: item.assignedTo === staffId,
      /** The address of its page, including the filter. */
      path: withQuery(`/staff/submissions/${item.id}`, query),
    })),
  };
}
