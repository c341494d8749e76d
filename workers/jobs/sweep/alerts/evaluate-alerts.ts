import { claimSweepPart } from "~/jobs/sweep-runs.server";
import { type Finding, type RuleName, ruleNames } from "~/observability/health/alert-rules";
import {
  closeIncidents,
  type Incident,
  openIncident,
  unnotifiedIncidents,
  unnotifiedResolutions,
} from "~/observability/health/incident-store.server";
import { errorReason } from "~/observability/log";
import { randomIds } from "~/platform/ids";
import { processEach } from "../process-each";
import type { SweepDeps } from "../sweep-deps";
import { ruleChecks } from "./rule-checks";

/** Rules that are expensive to check, or change slowly; a little less than an hour, as the cron may be early. */
const HOURLY: readonly RuleName[] = ["storage", "expiry"];
const HOURLY_SECONDS = 3_570;

/** Checks the rules; returns what breaks them, and which rules could be checked. Others keep their incidents. */
async function checkRules({ db, log, calls }: SweepDeps, now: Date) {
  const breaches: Finding[] = [];
  const judgedNames: RuleName[] = [];
  for (const rule of ruleNames)
    try {
      const isTooEarly =
        HOURLY.includes(rule) && !(await claimSweepPart(db, `alerts:${rule}`, HOURLY_SECONDS, now));
      if (isTooEarly) continue;
      breaches.push(...(await ruleChecks[rule](db, calls.watch, now)));
      judgedNames.push(rule);
    } catch (error) {
      log("error", "sweep.failed", { part: "alerts", rule, reason: errorReason(error) });
    }
  return { breaches, judged: judgedNames };
}

/**
 * Checks the rule table, opens and closes incidents, and notifies staff once of each opening and end,
 * however many sweeps run at once.
 * @returns how many were opened, closed or notified.
 */
export async function evaluateAlerts(deps: SweepDeps): Promise<number> {
  const { db, log, now, calls } = deps;
  const checkedAt = now();
  const { breaches, judged } = await checkRules(deps, checkedAt);
  let changeCount = 0;
  for (const finding of breaches) {
    const { incident, isNew } = await openIncident(
      db,
      finding,
      checkedAt,
      randomIds.next(checkedAt),
    );
    if (!isNew) continue;
    changeCount += 1;
    log("warn", "incident.opened", toLogFields(incident));
  }
  for (const incident of await closeIncidents(db, judged, breaches, checkedAt)) {
    changeCount += 1;
    log("info", "incident.closed", toLogFields(incident));
  }
  const notify = async (incidents: readonly Incident[], event: "opening" | "end") =>
    processEach(incidents, { part: "alerts", log, toLogFields: toLogFields }, async (incident) => {
      await calls.notifyIncident(incident, event);
      return true;
    });
  changeCount += await notify(await unnotifiedIncidents(db, checkedAt), "opening");
  return changeCount + (await notify(await unnotifiedResolutions(db, checkedAt), "end"));
}

function toLogFields({ id, rule, subject }: { id: string; rule: string; subject: string }) {
  return { incidentId: id, rule, ...(subject && { integration: subject }) };
}
