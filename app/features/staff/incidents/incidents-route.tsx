import { useLoaderData } from "@remix-run/react";
import { ALERT_RULES, ruleNames } from "~/observability/health/alert-rules";
import { titled } from "~/ui/page-title";
import { DataTable } from "../data-table";
import { StaffPage } from "../staff-page";
import { IncidentList } from "./incident-list";
import type { loader } from "./incidents-route.server";

const HEADING = "Incidents";
const WATCHED = "What we watch";

export const meta = titled(HEADING);

/** What goes wrong, and the alert rules: what is watched, and what to do about it. */
export default function Incidents() {
  const { incidents, isWatched } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      heading={HEADING}
      notices={{
        silenced: "Silenced. We send no emails about this for a day.",
        heard: "We send emails about this again.",
      }}
      maxWidth="none"
    >
      <p>
        The portal checks itself every five minutes. It sends one email when something goes wrong,
        and one when it is over. Whatever fails because of it is listed under it.
      </p>
      <IncidentList incidents={incidents} isWatched={isWatched} />
      <h2>{WATCHED}</h2>
      <DataTable
        label={WATCHED}
        rows={ruleNames.map((id) => ({ id, ...ALERT_RULES[id] }))}
        columns={[
          ["Problem", ({ title }) => title],
          ["When it is reported", ({ when }) => when],
          [
            "What to do",
            ({ help, page }) => (
              <>
                {help} {page && <a href={page[0]}>{page[1]}</a>}
              </>
            ),
          ],
        ]}
      />
    </StaffPage>
  );
}
