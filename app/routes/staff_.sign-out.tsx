import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { signOut } from "~/features/staff/sign-in/staff-sign-in.server";
import { SIGN_IN } from "~/session/require-staff";

/** Only for posts; a GET goes to the staff pages. */
export const loader = () => redirect("/staff");

/** Ends the session of this browser; pressing twice is harmless. */
export async function action({ request, context }: ActionFunctionArgs) {
  await signOut(request, context);
  return redirect(`${SIGN_IN}?out`);
}
