import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { readSmallForm } from "~/pages/read-small-form";
import { endSession, staffSessions } from "~/pages/staff/staff-sign-in.server";
import { longTime } from "~/platform/formats/dates";
import { requireStaff } from "~/session/require-staff";
import { SessionList } from "~/views/staff/session-list";

const HEADING = "Who is signed in";

export async function loader({ context }: LoaderFunctionArgs) {
  const { sessionId } = await requireStaff(context);
  const sessions = await staffSessions(context);
  return {
    byAccess: context.edge.access !== undefined,
    sessions: sessions.map(({ id, staffName, createdAt, expiresAt }) => ({
      id,
      name: staffName,
      isCurrent: id === sessionId,
      since: longTime(createdAt),
      until: longTime(expiresAt),
    })),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const { fields } = await readSmallForm(request);
  const isEnded = await endSession(context, actor, fields.get("session") ?? "");
  return redirect(`/staff/sessions?${isEnded ? "ended" : "over"}`);
}

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function StaffSessions() {
  const { byAccess, sessions } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  return (
    <div className={notice.page}>
      <h1>{HEADING}</h1>
      {params.has("ended") && <p role="status">The session has ended.</p>}
      {params.has("over") && <p role="status">That session was over already.</p>}
      <p className={notice.lead}>
        {byAccess
          ? "Cloudflare Access lets staff in, and keeps their sessions: end them there."
          : "A sign-in lasts for 12 hours. Another staff passcode ends all of them."}
      </p>
      {!byAccess && <SessionList sessions={sessions} />}
    </div>
  );
}
