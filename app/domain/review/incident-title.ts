import { ruleOf } from "~/observability/health/alert-rules";
import { integrationTitle } from "./integrations";

/** The title of an incident, such as "Mail server does not answer". */
export function incidentTitle({ rule, subject }: { rule: string; subject: string }): string {
  const name = integrationTitle(subject);
  if (rule === "health" && name) return `${name} does not answer`;
  if (rule === "storage" && name) return `${name} is nearly full`;
  // The name of a certificate or a token, as it was set.
  if (rule === "expiry" && subject) return `${subject} ends soon`;
  // Rules that are no longer watched have ended incidents.
  return ruleOf(rule)?.title ?? "Something was wrong";
}
