import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { findStaffSettings } from "~/domain/access/staff/staff-settings.server";
import { findNeighbours, findReviewItem, nextFreeItem } from "~/domain/review/queue.server";
import {
  filterQuery,
  parseCursor,
  readFilter,
  serializeCursor,
} from "~/domain/review/queue-filter";
import { cursorOf, isOverdue, itemName, type ReviewItem } from "~/domain/review/review-item";
import { noticeText } from "~/domain/review/review-reply";
import { restoreArchived } from "~/domain/submission/record/archive/restore-submission.server";
import { statusLabel } from "~/reference/statuses";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { loadUndoNotice } from "../load-undo-notice.server";
import { reviewPage } from "./review-page.server";
import { NO_ENTRY, reviewPost } from "./review-post.server";

/** Room for the note and the one displayed before, in any script. */
const MAX_BYTES = 128 * 1024;

const withQuery = (path: string, ...parts: (string | undefined)[]) => {
  const query = parts.filter(Boolean).join("&");
  return query ? `${path}?${query}` : path;
};

async function requireItem({ context, params }: Pick<LoaderFunctionArgs, "context" | "params">) {
  const item = await findReviewItem(context.db, params.submissionId ?? "");
  if (!item) throw refusal(404, NO_ENTRY);
  await restoreArchived(context, item.id);
  return item;
}

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(context);
  const { id: staffId } = staff;
  const item = await requireItem({ context, params });
  const { searchParams } = new URL(request.url);
  const filter = readFilter(searchParams);
  const query = filterQuery(filter);
  const now = context.clock();
  // The position when the page was opened: a decision moves the entry, and its neighbours should stay.
  const position = parseCursor(searchParams.get("at")) ?? cursorOf(item, filter.sort);
  const [{ previous, next }, page, last, undo, settings] = await Promise.all([
    findNeighbours(context.db, filter, { staffId, now }, position),
    reviewPage(context, item, staff),
    findReviewItem(context.db, searchParams.get("last") ?? ""),
    loadUndoNotice(context.db, staffId, now, item.id),
    findStaffSettings(context.db, staffId),
  ]);
  const toNeighbour = (neighbour: ReviewItem | undefined) =>
    neighbour && {
      name: itemName(neighbour),
      path: withQuery(`/staff/submissions/${neighbour.id}`, query),
    };
  return {
    ...page,
    item,
    overdue: isOverdue(item, now),
    mine: item.assignedTo === staffId,
    notice: noticeText(searchParams.get("said")),
    undo,
    skipsPreview: settings.skipsPreview,
    decided: last && {
      text: `${itemName(last)}: ${statusLabel(last.status)}.`,
      path: withQuery(`/staff/submissions/${last.id}`, query),
    },
    navigation: {
      // Only after a decision, not whenever an entry is opened.
      playsFirst: settings.playsNext && last !== undefined,
      previous: toNeighbour(previous),
      next: toNeighbour(next),
      queue: withQuery("/staff", query),
    },
    currentPath: withQuery(
      `/staff/submissions/${item.id}`,
      query,
      `at=${serializeCursor(position)}`,
    ),
  };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const item = await requireItem({ context, params });
  const { fields } = await readSmallForm(request, "/staff", MAX_BYTES);
  const result = await reviewPost({ context: context, by: actor, item, fields });
  if ("reply" in result) return formErrorReply(context, result.reply, { status: result.status });
  const { searchParams } = new URL(request.url);
  // Parsed and serialized again: the address may contain anything.
  const filter = readFilter(searchParams);
  const cursor = parseCursor(searchParams.get("at")) ?? cursorOf(item, filter.sort);
  const query = filterQuery(filter);
  if (fields.get("then") === "next") {
    const asking = { staff: actor, now: context.clock() };
    const next = await nextFreeItem(context.db, asking, filter, item, cursor);
    const last = `last=${encodeURIComponent(item.id)}`;
    return redirect(withQuery(next ? `/staff/submissions/${next.id}` : "/staff", query, last));
  }
  return redirect(
    withQuery(
      `/staff/submissions/${item.id}`,
      query,
      `at=${serializeCursor(cursor)}`,
      `said=${result.noticeCode}`,
    ),
  );
}
