import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readSmallForm } from "~/session/read-small-form";
import { requireStaff } from "~/session/require-staff";
import { endSession, staffSessions } from "./staff-sign-in.server";

export async function loader({ context }: LoaderFunctionArgs) {
  const { sessionId } = await requireStaff(context);
  const sessions = await staffSessions(context);
  return {
    byAccess: context.edge.access !== undefined,
    sessions: sessions.map(({ id, staffName, createdAt, expiresAt }) => ({
      id,
      name: staffName,
      /** Whether it is this browser's session. */
      isCurrent: id === sessionId,
      since: createdAt,
      until: expiresAt,
    })),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const { fields } = await readSmallForm(request);
  const isEnded = await endSession(context, actor, fields.get("session") ?? "");
  return redirect(`/staff/sessions?${isEnded ? "ended" : "over"}`);
}
