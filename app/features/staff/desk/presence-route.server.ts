import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { findNextWaiting, findReviewItem } from "~/domain/review/queue.server";
import { filterQuery, readFilter } from "~/domain/review/queue-filter";
import { cursorOf, itemName } from "~/domain/review/review-item";
import { readSmallForm } from "~/session/read-small-form";
import { requireStaff } from "~/session/require-staff";

/** Notes which entry somebody of staff looks at; answers who looks at others, and which entry comes next. */
export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(context);
  const { fields } = await readSmallForm(request, "/staff");
  const [id, now] = [fields.get("item") ?? "", context.clock()];
  const filter = readFilter(new URLSearchParams(fields.get("query") ?? ""));
  const item = id ? await findReviewItem(context.db, id) : undefined;
  const viewer = { staffId: staff.id, now };
  const next =
    item && (await findNextWaiting(context.db, filter, viewer, item, cursorOf(item, filter.sort)));
  const query = filterQuery(filter);
  return {
    of: item?.id,
    others: [] as { name: string; itemId: string | null }[],
    next: next && {
      id: next.id,
      name: itemName(next),
      path: `/staff/submissions/${next.id}${query ? `?${query}` : ""}`,
    },
  };
}
