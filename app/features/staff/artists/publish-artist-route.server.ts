import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { setArtistPublished } from "~/domain/artists/published-artists.server";
import { readSmallForm } from "~/session/read-small-form";
import { NO_BUTTON, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";

const NOTHING_CHANGED =
  "Nothing has changed. The artist's page already has this state, or the artist doesn't exist.";

/** Only for posts; a GET goes to the staff pages. */
export const loader = () => redirect("/staff");

/** Publishes an artist's page or unpublishes it, then returns to `to`. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const { fields, to } = await readSmallForm(request, "/staff");
  const id = (params.accountId ?? "").slice(0, 64);
  const intent = fields.get("intent");
  if (intent !== "publish" && intent !== "unpublish") throw refusal(400, NO_BUTTON);
  const isPublished = intent === "publish";
  const action = isPublished ? "artist-published" : "artist-unpublished";
  const auditStatement = auditEntryOf(context, actor, { action, subject: id });
  const isChanged = await setArtistPublished(
    context.db,
    id,
    { isPublished, now: context.clock() },
    auditStatement,
  );
  if (!isChanged) throw refusal(409, NOTHING_CHANGED);
  return redirect(to);
}
