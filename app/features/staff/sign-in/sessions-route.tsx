import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import notice from "~/ui/notice-page.module.css";
import { pageTitle } from "~/ui/page-title";
import { SessionList } from "../session-list";
import type { loader } from "./sessions-route.server";

const HEADING = "Who is signed in";

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
