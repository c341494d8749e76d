import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { logOut } from "~/pages/portal/artist-sign-in.server";

/** Nothing is shown here. */
export const loader = () => redirect("/");

/** Ends the session of this browser. Pressed twice, it says the same. */
export async function action({ request, context }: ActionFunctionArgs) {
  await logOut(request, context);
  return redirect("/");
}
