import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { pageTitle } from "~/components/page-title";
import { readSmallForm } from "~/pages/read-small-form";
import { incidentsDesk, setIncidentSilence } from "~/pages/staff/staff-incidents.server";
import { NO_BUTTON, refusal } from "~/session/refusal";
import { loadForStaff } from "~/session/staff-loader";
import { IncidentList } from "~/views/staff/incidents/incident-list";
import { RuleTable } from "~/views/staff/incidents/rule-table";
import staffPage from "~/views/staff/staff-page.module.css";

const HEADING = "Incidents";
const PATH = "/staff/incidents";
const GONE = "That is no longer there, or not silenced. Go back and reload the page.";

export function loader({ context }: LoaderFunctionArgs) {
  return loadForStaff(context, () => incidentsDesk(context));
}

/** Silences an incident's alerts for a day or ends the silence, then returns to the posting page. */
export function action({ request, context }: ActionFunctionArgs) {
  return loadForStaff(context, async (actor) => {
    const { fields, to } = await readSmallForm(request, PATH);
    const intent = fields.get("intent");
    if (intent !== "silence" && intent !== "hear") throw refusal(400, NO_BUTTON);
    const isChanged = await setIncidentSilence(
      context,
      actor,
      intent,
      fields.get("incident") ?? "",
    );
    if (!isChanged) throw refusal(409, GONE);
    return redirect(to === PATH ? `${PATH}?${intent === "silence" ? "silenced" : "heard"}` : to);
  });
}

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
