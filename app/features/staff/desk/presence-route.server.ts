import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { markPresent, presentStaff } from "~/domain/review/presence.server";
import { findReviewItem, nextFreeItem } from "~/domain/review/queue.server";
import { filterQuery, readFilter } from "~/domain/review/queue-filter";
import { cursorOf, itemName } from "~/domain/review/review-item";
import { readSmallForm } from "~/session/read-small-form";

/** Only for posts; a GET goes to the queue. */
export const loader = () => redirect("/staff");

/** Notes which entry somebody of staff looks at; answers who looks at others, and which one is kept for them. */
export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await context.scope.principal();
  // Whoever's session ended meanwhile is told by their next form: what they type is not lost by this.
  if (staff.kind !== "staff") return { others: [] };
  const { fields } = await readSmallForm(request, "/staff");
  const { db, clock } = context;
  const [id, now] = [fields.get("item") ?? "", clock()];
  const filter = readFilter(new URLSearchParams(fields.get("query") ?? ""));
  const item = id ? await findReviewItem(db, id) : undefined;
  const next = item
    ? await nextFreeItem(db, { staff, now }, filter, item, cursorOf(item, filter.sort), true)
    : undefined;
  if (!item) await markPresent(db, { staff, itemId: null, now });
  const others = await presentStaff(db, { staffId: staff.id, now });
  const query = filterQuery(filter);
  return {
    /** The entry that was said to be open. */
    of: item?.id,
    others: others.map(({ name, itemId }) => ({ name, itemId })),
    next: next && {
      name: itemName(next),
      path: `/staff/submissions/${next.id}${query ? `?${query}` : ""}`,
    },
  };
}
