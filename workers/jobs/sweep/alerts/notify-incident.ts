import { incidentTitle, REOPEN_MINUTES, ruleOf } from "~/observability/health/alert-rules";
import { type Incident, markNotifiedStatement } from "~/observability/health/incident-store.server";
import { longTime } from "~/platform/formats/dates";
import { alertStaff, type StaffDeps } from "../../alert-staff";

const PAGE = "/staff/incidents";

/**
 * Mails staff that an incident has opened or ended, once each: the mail and its mark are written in
 * one batch.
 * @param site the address of the site, without a path.
 */
export function notifyIncident(
  deps: StaffDeps,
  site: string,
  incident: Incident,
  event: "opening" | "end",
): Promise<boolean> {
  const { id, rule, detail, openedAt, closedAt } = incident;
  const title = incidentTitle(incident);
  const ruleEntry = ruleOf(rule);
  const since = ["Since", longTime(openedAt)] as const;
  const alert =
    event === "opening"
      ? {
          key: `incident:${id}`,
          subject: title,
          sentences: [
            detail,
            ...(ruleEntry ? [ruleEntry.help] : []),
            "We write to you again when it is over. Until then you get no more emails about it.",
          ],
          facts: [since, ...(ruleEntry ? [["Rule", ruleEntry.when] as const] : [])],
        }
      : {
          key: `incident-over:${id}`,
          subject: `Over: ${title}`,
          sentences: [
            `This is over, and has been for ${REOPEN_MINUTES} minutes.`,
            ruleEntry?.after ?? "There is nothing to do.",
          ],
          facts: [since, ["Until", longTime(closedAt ?? "")] as const, ["It was", detail] as const],
        };
  return alertStaff(deps, { ...alert, url: site + PAGE }, (_, isThere) =>
    markNotifiedStatement(deps.db, id, event, deps.now(), isThere),
  );
}

/**
 * Returns the same dependencies with jobs that run without the queue, because the incident may be
 * that the queue stands still.
 * @param run runs a job at once; where it throws, the job goes to the queue.
 */
export function bypassQueue(deps: StaffDeps, run: (jobId: string) => Promise<unknown>): StaffDeps {
  return {
    ...deps,
    sendJobs: async (jobIds) => {
      for (const jobId of jobIds) await run(jobId).catch(() => deps.sendJobs([jobId]));
    },
  };
}
