import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { filterQuery, readFilter } from "~/domain/review/queue-filter";
import { savedViewSchema } from "~/domain/review/saved-view";
import { removeView, saveView } from "~/domain/review/saved-views.server";
import { readSmallForm } from "~/session/read-small-form";
import { NO_BUTTON, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";

const TOO_MANY = "You have as many views as you can have. Remove one first.";

/** Only for posts; a GET goes to the queue. */
export const loader = () => redirect("/staff");

/** Saves a filter of the queue under a name, or removes one; then the queue shows it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { id: staffId } = await requireStaff(context);
  const { fields } = await readSmallForm(request, "/staff");
  const query = filterQuery(readFilter(new URLSearchParams(fields.get("query") ?? "")));
  const back = query ? `/staff?${query}` : "/staff";
  const intent = fields.get("intent");
  if (intent === "remove") {
    await removeView(context.db, staffId, (fields.get("view") ?? "").slice(0, 64));
    return redirect(back);
  }
  if (intent !== "save") throw refusal(400, NO_BUTTON);
  const view = v.safeParse(savedViewSchema, { name: fields.get("name") ?? "", query });
  if (!view.success) throw refusal(400, view.issues[0].message);
  if (!(await saveView(context, staffId, view.output))) throw refusal(409, TOO_MANY);
  return redirect(back);
}
