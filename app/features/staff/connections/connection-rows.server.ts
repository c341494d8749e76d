import { findMail } from "~/domain/mail/mail-store.server";
import { connectionText, toAnswer } from "~/domain/review/connection-text";
import { integrationNames, integrations } from "~/domain/review/integrations";
import { type LastChecks, lastChecks } from "~/observability/health/health-checks.server";
import { redactSecrets } from "~/platform/redact-secrets";
import type { AppContext } from "~/session/app-context";

/** The result of the last check, as text. */
function toLastAnswer(checks: LastChecks | undefined, scrub: (text: string) => string) {
  const last = checks?.last;
  if (!last) return undefined;
  const { ok, said } = toAnswer(last);
  return { ok, at: last.at, ms: last.ms, said: scrub(said) };
}

export async function connectionRows(
  context: Pick<AppContext, "db" | "settings"> & {
    monitoring: Pick<AppContext["monitoring"], "integrations">;
  },
) {
  const { db, settings } = context;
  const scrub = (text: string) => redactSecrets(text, settings);
  const checks = await lastChecks(db, [...integrationNames, "drive-write"]);
  return integrationNames.map((name) => {
    const { purpose, own = false } = integrations[name];
    const state = context.monitoring.integrations[name];
    const latestChecks = checks.get(name);
    const answeredAt = latestChecks?.answeredAt;
    const wasAsked = latestChecks?.last !== undefined;
    return {
      ...connectionText(name, { state, settings, wasAsked }),
      name,
      purpose,
      own,
      state,
      ...(state !== "off" && {
        last: toLastAnswer(latestChecks, scrub),
        /** When it last answered, if the last check failed. */
        answeredAt: latestChecks?.last?.ok === false && answeredAt ? answeredAt : undefined,
        /** The drive's last write test. */
        write: name === "drive" ? toLastAnswer(checks.get("drive-write"), scrub) : undefined,
      }),
    };
  });
}

const IN_PROGRESS = "It is on its way. Look again in a moment.";

/** The state of a test mail as text; undefined if there is none of that id. */
export async function testMailText(
  { db, mail, settings }: AppContext,
  mailId: string,
): Promise<{ ok: boolean; words: string } | undefined> {
  const row = await findMail(db, mailId);
  if (!row?.dedupeKey.startsWith("staff-alert:test:")) return undefined;
  const { state, recipient, lastError } = row;
  const why = redactSecrets(lastError ?? "", settings);
  const success = (words: string) => ({ ok: true, words });
  const failure = (words: string) => ({ ok: false, words });
  if (state === "sent")
    return success(`The mail server has taken it. Look in the inbox of ${recipient}.`);
  if (mail.connection.state === "off")
    return success(`It waits in the outbox for ${recipient}, since there is no mail server.`);
  if (state === "failed") return failure(`The mail server refused it: ${why}`);
  if (state === "unconfirmed") return failure(why);
  return why ? failure(`It has not left yet. We try again: ${why}`) : success(IN_PROGRESS);
}
