import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { MODE_NOT_STORED } from "~/domain/access/submission-mode";
import { setMode } from "~/domain/review/set-mode.server";
import { chosenCookie, DEV_VALIDATION_ON, unchosenCookie } from "~/platform/session-cookie";
import { devToolsOf } from "~/session/dev-tools";
import { readSmallForm } from "~/session/read-small-form";
import { refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";

/** Only for posts; a GET goes to the wizard. */
export const loader = () => redirect("/submit");

/** The switches of the development banner: validation and submission mode. */
export async function action({ request, context }: ActionFunctionArgs) {
  if (!devToolsOf(context.settings, request).isEnabled)
    throw refusal(404, "This page doesn't exist.");
  const { fields, to } = await readSmallForm(request);
  const mode = fields.get("mode");
  if (mode !== null) {
    const actor = await requireStaff(context);
    const newMode = { submissionsEnabled: mode === "full" };
    const { requestId } = context.scope;
    if (!(await setMode(context, newMode, { by: actor, requestId })))
      throw refusal(503, MODE_NOT_STORED);
    return redirect(to);
  }
  const createCookie = fields.get("validation") === "on" ? chosenCookie : unchosenCookie;
  return redirect(to, { headers: { "Set-Cookie": createCookie(DEV_VALIDATION_ON, request.url) } });
}
