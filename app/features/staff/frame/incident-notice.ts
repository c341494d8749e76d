import { incidentTitle } from "~/domain/review/incident-title";
import { integrationNames, integrations } from "~/domain/review/integrations";
import { shortDate } from "~/platform/formats/dates";

/** An open incident, as the frame needs it. */
export interface OpenIncident {
  rule: string;
  subject: string;
  openedAt: string;
}

/**
 * Not a rule of the sweep, which cannot report that it no longer runs: the site adds it by itself.
 */
export const SWEEP_RULE = "sweep";

/** The most pressing rules first. */
const BY_URGENCY = [
  SWEEP_RULE,
  "health",
  "queue",
  "mail",
  "errors",
  "passcode",
  "storage",
  "backup",
  "expiry",
];

function describeHealth(subject: string, since: string): string {
  const name = integrationNames.find((integrationName) => integrationName === subject);
  if (!name) return `Something has not answered since ${since}.`;
  const { title, own } = integrations[name];
  const outcome = own
    ? "Artists may have to wait. What they type stays on their device."
    : "Nothing is lost: we keep everything and send it later.";
  return `${title} has not answered since ${since}. ${outcome}`;
}

function describe({ rule, subject }: OpenIncident, since: string): string {
  switch (rule) {
    case SWEEP_RULE:
      return `The regular work has not run since ${since}. Emails and reminders wait, and other pages may not show what is wrong. Look at the jobs worker and its cron.`;
    case "health":
      return describeHealth(subject, since);
    case "queue":
      return `The jobs have been waiting since ${since}. Nothing is lost.`;
    case "mail":
      return `Emails have not gone out since ${since}. The outbox keeps them.`;
    case "errors":
      return `There have been many errors since ${since}.`;
    case "passcode":
      return `Somebody has been trying wrong staff passcodes since ${since}.`;
    case "backup":
      return "The backup is older than it should be. Nothing is lost.";
    case "storage":
    case "expiry":
      return `${incidentTitle({ rule, subject })}.`;
    default:
      return `Something has been wrong since ${since}.`;
  }
}

/** The time of day, with the date where it was on another day than `now`. In UTC. */
function formatSince(openedAt: string, now: Date): string {
  const minutes = openedAt.slice(11, 16);
  const isToday = openedAt.slice(0, 10) === now.toISOString().slice(0, 10);
  return isToday ? `${minutes} UTC` : `${shortDate(openedAt)}, ${minutes} UTC`;
}

const urgency = ({ rule }: OpenIncident) => {
  const index = BY_URGENCY.indexOf(rule);
  return index < 0 ? BY_URGENCY.length : index;
};

interface IncidentNotice {
  text: string;
  /** How many more are open. */
  others: number;
  /** The page of incidents does not list it, so the bar is there, too. */
  isUnlisted?: boolean;
}

/** What the bar of every staff page says of open incidents; undefined while there is none. */
export function incidentNotice(
  incidents: readonly OpenIncident[],
  now: Date,
): IncidentNotice | undefined {
  const [first, ...others] = [...incidents].sort(
    (left, right) => urgency(left) - urgency(right) || (left.openedAt < right.openedAt ? -1 : 1),
  );
  if (!first) return undefined;
  return {
    text: describe(first, formatSince(first.openedAt, now)),
    others: others.length,
    ...(first.rule === SWEEP_RULE && { isUnlisted: true }),
  };
}
