import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { setArtistPublished } from "~/artists/published-artists.server";
import { auditEntryOf } from "~/pages/audit-entry.server";
import { readSmallForm } from "~/pages/read-small-form";
import { NO_BUTTON, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";

const NOTHING = "Nothing has changed: the artist's page is so already, or there's no such artist.";

/** A form is posted here; whoever only opens it is led back. */
export const loader = () => redirect("/staff");

/** Shows an artist's page to everybody, or takes it away (`intent=unpublish`); leads back to `to`. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const by = await requireStaff(context);
  const { fields, to } = await readSmallForm(request, "/staff");
  const id = (params.accountId ?? "").slice(0, 64);
  const intent = fields.get("intent");
  if (intent !== "publish" && intent !== "unpublish") throw refusal(400, NO_BUTTON);
  const on = intent === "publish";
  const action = on ? "artist-published" : "artist-unpublished";
  const deed = auditEntryOf(context, by, { action, subject: id });
  const done = await setArtistPublished(
    context.db,
    id,
    { isPublished: on, now: context.clock() },
    deed,
  );
  if (!done) throw refusal(409, NOTHING);
  return redirect(to);
}
