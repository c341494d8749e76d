import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { sendSeveral } from "~/features/staff/sheets/send-sheet.server";
import { requireStaff } from "~/session/require-staff";

export const loader = () => redirect("/staff");

/** Several releases as one sheet for a distributor. */
export async function action({ request, context }: ActionFunctionArgs) {
  return sendSeveral(request, context, await requireStaff(context));
}
