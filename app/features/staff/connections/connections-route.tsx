import type { MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import notice from "~/ui/notice-page.module.css";
import { pageTitle } from "~/ui/page-title";
import { ConnectionList } from "./connection-list";
import type { action, loader } from "./connections-route.server";

const HEADING = "Connections";

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function StaffConnections() {
  const { rows, testMail, staffAddress } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  const testedConnection = params.has("written")
    ? "drive-write"
    : (params.get("tested") ?? undefined);
  return (
    <div className={notice.page}>
      <h1>{HEADING}</h1>
      <p className={notice.lead}>
        What the portal works with. It asks its own stores every five minutes and everybody else
        every hour; a test asks once more, now.
      </p>
      <ConnectionList
        rows={rows}
        testedName={reply ? undefined : testedConnection}
        mail={{
          address: reply?.to ?? staffAddress,
          error: reply?.error,
          came: reply ? undefined : testMail,
        }}
      />
      <p className={notice.actions}>
        <a href="/test-dashboard">API test dashboard</a>
      </p>
    </div>
  );
}
