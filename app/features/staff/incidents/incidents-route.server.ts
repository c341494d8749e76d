import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { loadForStaff } from "~/features/staff/load-for-staff.server";
import { readSmallForm } from "~/session/read-small-form";
import { NO_BUTTON, refusal } from "~/session/refusal";
import { loadIncidents, setIncidentSilence } from "./staff-incidents.server";

const PATH = "/staff/incidents";

const GONE = "This incident is over or no longer silenced. Go back and reload the page.";

export function loader({ context }: LoaderFunctionArgs) {
  return loadForStaff(context, async () => {
    const [incidents, silentSince] = await Promise.all([
      loadIncidents(context),
      context.monitoring.sweepSilence(),
    ]);
    return { incidents, isWatched: silentSince === undefined };
  });
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
