import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { findNeighbours, findReviewItem, nextFreeItem } from "~/domain/review/queue.server";
import {
  filterQuery,
  parseCursor,
  readFilter,
  serializeCursor,
} from "~/domain/review/queue-filter";
import {
  cursorOf,
  daysUntil,
  isAwaitingReply,
  isOverdue,
  itemName,
  type ReviewItem,
} from "~/domain/review/review-item";
import { EMPTY_REVIEW_REPLY, noticeText } from "~/domain/review/review-reply";
import { snoozeChoices } from "~/domain/review/snooze";
import { restoreArchived } from "~/domain/submission/record/archive/restore-submission.server";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { NO_SUBMISSION } from "../require-submission.server";
import { readTab } from "./entry-tab";
import { reviewPage } from "./review-page.server";
import { reviewPost } from "./review-post.server";

/** Room for the note and the one displayed before, in any script. */
const MAX_BYTES = 128 * 1024;

const withQuery = (path: string, ...parts: (string | undefined)[]) => {
  const query = parts.filter(Boolean).join("&");
  return query ? `${path}?${query}` : path;
};

async function requireItem({ context, params }: Pick<LoaderFunctionArgs, "context" | "params">) {
  const item = await findReviewItem(context.db, params.submissionId ?? "");
  if (!item) throw refusal(404, NO_SUBMISSION);
  await restoreArchived(context, item.id);
  return item;
}

/** The part of an entry's address that its forms and its neighbours keep: the list, and the open tab. */
function listQuery(searchParams: URLSearchParams): string {
  const filter = filterQuery(readFilter(searchParams));
  const range = ["after", "before"].flatMap((name) => {
    const cursor = parseCursor(searchParams.get(name));
    return cursor ? [`${name}=${serializeCursor(cursor)}`] : [];
  });
  return [filter, ...range].filter(Boolean).join("&");
}

const tabQuery = (searchParams: URLSearchParams) =>
  searchParams.has("tab") ? `tab=${readTab(searchParams.get("tab"))}` : undefined;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(context);
  const item = await requireItem({ context, params });
  const { searchParams } = new URL(request.url);
  const filter = readFilter(searchParams);
  const query = listQuery(searchParams);
  const now = context.clock();
  // The position when the page was opened: a decision moves the entry, and its neighbours should stay.
  const position = parseCursor(searchParams.get("at")) ?? cursorOf(item, filter.sort);
  const [{ previous, next }, page] = await Promise.all([
    findNeighbours(context.db, filter, { staffId: staff.id, now }, position),
    reviewPage(context, item, staff),
  ]);
  const toNeighbour = (neighbour: ReviewItem | undefined) =>
    neighbour && {
      name: itemName(neighbour),
      path: withQuery(`/staff/submissions/${neighbour.id}`, query),
    };
  return {
    ...page,
    item,
    due: {
      dueAt: item.dueAt,
      overdue: isOverdue(item, now),
      isOwed: isAwaitingReply(item),
      daysLeft: daysUntil(item.dueAt, now),
    },
    cover: page.submission?.files.find(({ kind }) => kind === "artwork")?.preview,
    /** Until its release; undefined without a date. */
    releaseInDays: item.releaseDate === null ? undefined : daysUntil(item.releaseDate, now),
    mine: item.assignedTo === staff.id,
    snooze: isAwaitingReply(item)
      ? {
          until:
            item.snoozedUntil && item.snoozedUntil > now.toISOString() ? item.snoozedUntil : null,
          choices: snoozeChoices(now, "UTC"),
        }
      : undefined,
    notice: noticeText(searchParams.get("said")),
    navigation: {
      previous: toNeighbour(previous),
      next: toNeighbour(next),
      queue: withQuery("/staff", query),
    },
    currentPath: withQuery(
      `/staff/submissions/${item.id}`,
      query,
      `at=${serializeCursor(position)}`,
      tabQuery(searchParams),
    ),
  };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const item = await requireItem({ context, params });
  const { fields } = await readSmallForm(request, "/staff", MAX_BYTES);
  const result = await reviewPost({ context: context, by: actor, item, fields });
  if ("reply" in result) return formErrorReply(context, result.reply, { status: result.status });
  // The desk posts decisions in the background, and has opened the next entry already.
  if (fields.get("then") === "stay") return { ...EMPTY_REVIEW_REPLY, isDone: true as const };
  const { searchParams } = new URL(request.url);
  // Parsed and serialized again: the address may contain anything.
  const filter = readFilter(searchParams);
  const cursor = parseCursor(searchParams.get("at")) ?? cursorOf(item, filter.sort);
  const query = listQuery(searchParams);
  if (fields.get("then") === "next") {
    const asking = { staff: actor, now: context.clock() };
    const next = await nextFreeItem(context.db, asking, filter, item, cursor);
    return redirect(withQuery(next ? `/staff/submissions/${next.id}` : "/staff", query));
  }
  return redirect(
    withQuery(
      `/staff/submissions/${item.id}`,
      query,
      // What is undone stands in the list again, at its place of before.
      result.noticeCode === "undone" ? undefined : `at=${serializeCursor(cursor)}`,
      tabQuery(searchParams),
      `said=${result.noticeCode}`,
    ),
  );
}
