import { incidentTitle } from "~/domain/review/incident-title";
import { REOPEN_MINUTES, ruleOf } from "~/observability/health/alert-rules";
import {
  canBeNotified,
  type Incident,
  markNotifiedStatement,
} from "~/observability/health/incident-store.server";
import { longTime } from "~/platform/formats/dates";
import { alertStaff, type StaffDeps } from "../../alert-staff";
import { countUntoldFailures } from "../../called-by-jobs";

const PAGE = "/staff/incidents";

function openingAlert({ id, rule, subject, detail, openedAt }: Incident) {
  const ruleEntry = ruleOf(rule);
  return {
    key: `incident:${id}`,
    subject: incidentTitle({ rule, subject }),
    sentences: [
      detail,
      ...(ruleEntry ? [ruleEntry.help] : []),
      "We write to you again when it is over. Until then you get no more emails about it, nor about what it causes.",
    ],
    facts: [
      ["Since", longTime(openedAt)] as const,
      ...(ruleEntry ? [["Rule", ruleEntry.when] as const] : []),
    ],
  };
}

/** What jobs that failed meanwhile need, with the page that shows them. */
function untoldFailures({ subject }: Incident, count: number) {
  if (subject === "mail") {
    const emails = count === 1 ? "1 email has failed" : `${count} emails have failed`;
    return {
      text: `Meanwhile ${emails}. What has failed does not go out by itself: send it again in the outbox.`,
      page: "/staff/activity/mails?state=failed",
    };
  }
  const jobs = count === 1 ? "1 job has failed" : `${count} jobs have failed`;
  return {
    text: `Meanwhile ${jobs}. What has failed does not start by itself: press 'Run again' on the page Jobs.`,
    page: "/staff/activity/jobs",
  };
}

function endAlert(incident: Incident, failedJobs: number) {
  const { id, rule, detail, openedAt, closedAt } = incident;
  const failures = failedJobs > 0 ? untoldFailures(incident, failedJobs) : undefined;
  return {
    key: `incident-over:${id}`,
    subject: `Over: ${incidentTitle(incident)}`,
    sentences: [
      `This is over, and has been for ${REOPEN_MINUTES} minutes.`,
      failures?.text ?? ruleOf(rule)?.after ?? "There is nothing to do.",
    ],
    facts: [
      ["Since", longTime(openedAt)] as const,
      ["Until", longTime(closedAt ?? "")] as const,
      ["It was", detail] as const,
    ],
    page: failures?.page,
  };
}

/**
 * Mails staff that an incident has opened or ended, once each: the mail and its mark are written in
 * one batch. An opening is told only while no other incident causes it.
 * @param site the address of the site, without a path.
 */
export async function notifyIncident(
  deps: StaffDeps,
  site: string,
  incident: Incident,
  event: "opening" | "end",
): Promise<boolean> {
  const { db, now } = deps;
  const mark: Parameters<typeof alertStaff>[2] = (_, isThere) =>
    markNotifiedStatement(db, incident.id, event, now(), isThere);
  if (event === "opening") {
    const alert = { ...openingAlert(incident), url: site + PAGE };
    return alertStaff(deps, alert, mark, canBeNotified(incident.id, now()));
  }
  const { page = PAGE, ...alert } = endAlert(incident, await countUntoldFailures(db, incident));
  return alertStaff(deps, { ...alert, url: site + page }, mark);
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
