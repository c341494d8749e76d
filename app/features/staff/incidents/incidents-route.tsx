import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { pageTitle } from "~/ui/page-title";
import staffPage from "../staff-page.module.css";
import { IncidentList } from "./incident-list";
import type { loader } from "./incidents-route.server";
import { PATH } from "./incidents-route-shared";
import { RuleTable } from "./rule-table";

const HEADING = "Incidents";

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function Incidents() {
  const incidents = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  return (
    <div className={staffPage.page}>
      <h1>{HEADING}</h1>
      {params.has("silenced") && (
        <p role="status" className={staffPage.said}>
          Silenced: for a day nobody is mailed about it.
        </p>
      )}
      {params.has("heard") && (
        <p role="status" className={staffPage.said}>
          You hear of it again.
        </p>
      )}
      <p>
        The portal looks at itself every five minutes, tells you once by mail when something is
        wrong, and once when it is over.
      </p>
      <IncidentList incidents={incidents} returnPath={PATH} />
      <RuleTable />
    </div>
  );
}
