import { incidentTitle } from "~/domain/review/incident-title";
import type { Incident } from "~/observability/health/incident-store.server";
import { type Fetcher, HttpError } from "~/platform/http-client";
import { withTimeout } from "~/platform/timeout";

const TIMEOUT_SECONDS = 10;
/** Discord refuses longer ones. */
const MAX_TEXT = 2_000;

/** Slack and Discord read one field each; others get all that is known. */
function webhookBody(address: string, site: string, incident: Incident, event: "opening" | "end") {
  const { detail, openedAt, closedAt } = incident;
  const [title, url] = [incidentTitle(incident), `${site}/staff/incidents`];
  const summary = event === "end" ? `Over: ${title}.` : `${title}. ${detail}`;
  const text = `${summary.slice(0, MAX_TEXT - url.length - 1)} ${url}`;
  const { hostname } = new URL(address);
  if (hostname === "hooks.slack.com") return { text };
  if (/(^|\.)discord(app)?\.com$/.test(hostname)) return { content: text };
  return { event, text, title, detail, openedAt, closedAt, url };
}

/**
 * Posts to the address ALERT_WEBHOOK_URL that an incident has opened or ended.
 * @param site the address of the site, without a path.
 * @throws HttpError where it is not taken. Its address is a secret, and in no message.
 */
export async function postWebhook(
  fetcher: Fetcher,
  { address, site }: { address: string; site: string },
  incident: Incident,
  event: "opening" | "end",
): Promise<void> {
  const request = new Request(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(webhookBody(address, site, incident, event)),
  });
  const reply = await withTimeout(TIMEOUT_SECONDS, fetcher(request));
  if (!reply.ok) throw new HttpError(`The webhook answered ${reply.status}`, reply.status, "");
}
