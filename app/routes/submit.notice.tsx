import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readSmallForm } from "~/pages/read-small-form";
import { chosenCookie, NOTICE_SEEN } from "~/session/session-cookie";

/** Nothing is shown here; who opens it by hand goes to the wizard. */
export const loader = () => redirect("/submit");

/** Remembers that the notice was read, for a page without script, and goes back to its step. */
export async function action({ request }: ActionFunctionArgs) {
  const { to } = await readSmallForm(request);
  return redirect(to, { headers: { "Set-Cookie": chosenCookie(NOTICE_SEEN, request.url) } });
}
