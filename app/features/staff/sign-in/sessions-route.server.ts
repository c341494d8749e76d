import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readSmallForm } from "~/session/read-small-form";
import { requireStaff } from "~/session/require-staff";
import { endSession, staffSessions } from "./staff-sign-in.server";

export async function loader({ context }: LoaderFunctionArgs) {
  const { sessionId } = await requireStaff(context);
  return {
    byAccess: context.edge.access !== undefined,
    /** That of this browser. */
    ownId: sessionId,
    sessions: await staffSessions(context),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const { fields } = await readSmallForm(request);
  const isEnded = await endSession(context, actor, fields.get("session") ?? "");
  return redirect(`/staff/sessions?${isEnded ? "ended" : "over"}`);
}
