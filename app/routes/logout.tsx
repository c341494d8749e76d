import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { logOut } from "~/features/portal/sign-in/artist-sign-in.server";

export const loader = () => redirect("/");

/** Ends the session of this browser; pressing twice is harmless. */
export async function action({ request, context }: ActionFunctionArgs) {
  await logOut(request, context);
  return redirect("/");
}
