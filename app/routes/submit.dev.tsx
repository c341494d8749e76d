import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { devToolsOf } from "~/session/dev-tools";
import { readSwitch } from "~/session/own-path";
import { refusal } from "~/session/refusal";
import { chosenCookie, RULES_KEPT, unchosenCookie } from "~/session/session-cookie";

/** Nothing is shown here; who opens it by hand goes to the wizard. */
export const loader = () => redirect("/submit");

/** The switch of the development banner: whether the steps keep their rules. */
export async function action({ request, context }: ActionFunctionArgs) {
  if (!devToolsOf(context.settings, request).on) throw refusal(404, "This page doesn't exist.");
  const { fields, to } = await readSwitch(request);
  const write = fields.get("validation") === "on" ? chosenCookie : unchosenCookie;
  return redirect(to, { headers: { "Set-Cookie": write(RULES_KEPT, request.url) } });
}
