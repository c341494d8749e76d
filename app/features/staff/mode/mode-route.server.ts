import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { longTime } from "~/platform/formats/dates";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { type DisplayedMode, modePost } from "./mode-post.server";

/** Room for the note and the one displayed before, in any script. */
const MAX_BYTES = 16 * 1024;

export async function loader({ context }: LoaderFunctionArgs) {
  await requireStaff(context);
  const { updatedAt, ...mode } = await context.entry.mode();
  const state = mode.submissionsEnabled ? "open" : "closed";
  const displayedMode: DisplayedMode = {
    mode: mode.unread ? "unread" : state,
    note: mode.note ?? "",
    at: updatedAt ?? "",
  };
  return { ...mode, since: updatedAt && longTime(updatedAt), shown: displayedMode };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const { fields } = await readSmallForm(request, "/staff", MAX_BYTES);
  const refusal = await modePost(context, actor, fields);
  if (refusal) return formErrorReply(context, refusal.reply, { status: refusal.status });
  return redirect("/staff/mode?saved");
}
