import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { chosenCookie, NOTICE_SEEN } from "~/platform/session-cookie";
import { readSmallForm } from "~/session/read-small-form";

/** Only for posts; a GET goes to the wizard. */
export const loader = () => redirect("/submit");

/** Dismisses the notice without script and returns to its step. */
export async function action({ request }: ActionFunctionArgs) {
  const { to } = await readSmallForm(request);
  return redirect(to, { headers: { "Set-Cookie": chosenCookie(NOTICE_SEEN, request.url) } });
}
