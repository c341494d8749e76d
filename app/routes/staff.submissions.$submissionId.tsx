import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { pageTitle } from "~/components/page-title";
import { readSmallForm } from "~/pages/read-small-form";
import { reviewPage } from "~/pages/staff/review-page.server";
import { NO_ENTRY, reviewPost } from "~/pages/staff/review-post.server";
import { formErrorReply, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { findReviewItem, neighboursOf } from "~/staff/review/queue.server";
import { filterQuery, parseCursor, readFilter, serializeCursor } from "~/staff/review/queue-filter";
import { isOverdue, itemName, type ReviewItem } from "~/staff/review/review-item";
import { EMPTY_REVIEW_REPLY, noticeText } from "~/staff/review/review-reply";
import { ReviewPage } from "~/views/staff/review/review-page";

/** Scripts are for players and keyboard shortcuts only. */
export const handle = { scripts: true };

/** Room for the note and the one displayed before, in any script. */
const MAX_BYTES = 128 * 1024;

const withQuery = (path: string, ...parts: (string | undefined)[]) => {
  const query = parts.filter(Boolean).join("&");
  return query ? `${path}?${query}` : path;
};

async function requireItem({ context, params }: Pick<LoaderFunctionArgs, "context" | "params">) {
  const item = await findReviewItem(context.db, params.submissionId ?? "");
  if (!item) throw refusal(404, NO_ENTRY);
  return item;
}

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { id: staffId } = await requireStaff(context);
  const item = await requireItem({ context, params });
  const { searchParams } = new URL(request.url);
  const filter = readFilter(searchParams);
  const query = filterQuery(filter);
  const now = context.clock();
  // The position when the page was opened: a decision moves the entry, and its neighbours should stay.
  const position = parseCursor(searchParams.get("at")) ?? item;
  const [{ previous, next }, page] = await Promise.all([
    neighboursOf(context.db, filter, { staffId, now }, position),
    reviewPage(context, item),
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
    navigation: {
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
  const result = await reviewPost({ portal: context, by: actor, item, fields });
  if ("reply" in result) return formErrorReply(context, result.reply, { status: result.status });
  const { searchParams } = new URL(request.url);
  // Parsed and serialized again: the address may contain anything.
  const cursor = serializeCursor(parseCursor(searchParams.get("at")) ?? item);
  const query = filterQuery(readFilter(searchParams));
  return redirect(
    withQuery(`/staff/submissions/${item.id}`, query, `at=${cursor}`, `said=${result.noticeCode}`),
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) =>
  pageTitle(data ? itemName(data.item) : "Submission", page);

export default function StaffSubmission() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() ?? EMPTY_REVIEW_REPLY;
  return <ReviewPage {...page} reply={reply} />;
}

/** The root has no data after a refused post, so its error page would lack brand and contact. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
