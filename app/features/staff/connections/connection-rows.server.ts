import { findMail } from "~/domain/mail/mail-store.server";
import { connectionText, toAnswer } from "~/domain/review/connection-text";
import { integrationNames, integrations } from "~/domain/review/integrations";
import { lastChecks } from "~/observability/health/health-checks.server";
import { redactSecrets } from "~/platform/redact-secrets";
import type { AppContext } from "~/session/app-context";

export async function connectionRows(
  context: Pick<AppContext, "db" | "settings"> & {
    monitoring: Pick<AppContext["monitoring"], "integrations">;
  },
) {
  const { db, settings } = context;
  const checks = await lastChecks(db, [...integrationNames, "drive-write"]);
  const lastAnswer = (name: string) => {
    const last = checks.get(name)?.last;
    if (!last) return undefined;
    const { ok, said } = toAnswer(last);
    return { ok, said: redactSecrets(said, settings), at: last.at, ms: last.ms };
  };
  return integrationNames.map((name) => {
    const { purpose, own = false } = integrations[name];
    const state = context.monitoring.integrations[name];
    const last = lastAnswer(name);
    const isOn = state !== "off";
    return {
      ...connectionText(name, { state, settings, wasAsked: last !== undefined }),
      ...{ name, purpose, own, state },
      last: isOn ? last : undefined,
      /** When it last answered, if the last check failed. */
      answeredAt: isOn && last?.ok === false ? checks.get(name)?.answeredAt : undefined,
      /** The drive's last write test. */
      write: isOn && name === "drive" ? lastAnswer("drive-write") : undefined,
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
