import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { signOut } from "~/pages/staff/staff-sign-in.server";
import { SIGN_IN } from "~/session/require-staff";

/** Nothing is shown here; who opens it by hand goes to the staff pages. */
export const loader = () => redirect("/staff");

/** Ends the session of this browser. Pressed twice, it says the same. */
export async function action({ request, context }: ActionFunctionArgs) {
  await signOut(request, context);
  return redirect(`${SIGN_IN}?out`);
}
