import { type Incident, markNotifiedStatement } from "~/monitoring/incidents/incident-store.server";
import { incidentTitle, REOPEN_MINUTES, ruleOf } from "~/monitoring/incidents/rules";
import { longTime } from "~/platform/formats/dates";
import { alertStaff, type StaffDeps } from "../../alert-staff";

/** Where staff see what is wrong, and silence it. */
const PAGE = "/staff/incidents";

/**
 * Tells staff by mail that something is wrong, or that it is over, once each: the mail and what
 * remembers it are one batch.
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
            "We'll say when it is over. Until then you hear no more of it.",
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
 * The mail room with a way out of its own: what stands still may be the queue, and then nothing that
 * goes through it would say so.
 * @param run does a job at once; where it throws, the queue has the job.
 */
export function bypassQueue(deps: StaffDeps, run: (jobId: string) => Promise<unknown>): StaffDeps {
  return {
    ...deps,
    sendJobs: async (jobIds) => {
      for (const jobId of jobIds) await run(jobId).catch(() => deps.sendJobs([jobId]));
    },
  };
}
