import { ruleOf } from "~/observability/health/alert-rules";
import { integrationTitle } from "./integrations";

/** The title of an incident, such as "Mail server isn't answering". */
export function incidentTitle({ rule, subject }: { rule: string; subject: string }): string {
  const name = integrationTitle(subject);
  if (rule === "health" && name) return `${name} isn't answering`;
  if (rule === "storage" && name) return `${name} is nearly full`;
  // The name of a certificate or a token, as it was set.
  if (rule === "expiry" && subject) return `${subject} expires soon`;
  // Rules that are no longer watched have ended incidents.
  return ruleOf(rule)?.title ?? "Something was wrong";
}
