import * as v from "valibot";
import { type Probe, ProbeError } from "~/observability/health/health-checks.server";
import type { MailServer } from "./mail-server";
import { type SmtpTimeouts, testMailServer } from "./smtp.server";

/** Less than the timeout of a probe. */
const PROBE_TIMEOUTS: SmtpTimeouts = { greeting: 8_000, answer: 8_000, all: 10_000 };

const errorSchema = v.object({
  message: v.fallback(v.string(), ""),
  code: v.fallback(v.optional(v.string()), undefined),
  response: v.fallback(v.optional(v.string()), undefined),
});

const ADVICE = new Map([
  ["EAUTH", "The mail server refuses the sign-in. Check SMTP_USERNAME and SMTP_PASSWORD."],
  ["ETLS", "The mail server offers no encryption here. Check SMTP_PORT and SMTP_TLS."],
  ["ETIMEDOUT", "The mail server does not answer. Check SMTP_HOST and SMTP_PORT."],
  ["ESOCKET", "The line to the mail server broke."],
  ["ECONNECTION", "The line to the mail server broke."],
]);

/** Checks the sign-in; sends no mail. */
export function mailProbe(server: MailServer): Probe {
  return async () => {
    try {
      await testMailServer(server, PROBE_TIMEOUTS);
      return `${server.host} takes our sign-in.`;
    } catch (error) {
      const { message, code = "", response } = v.parse(errorSchema, error);
      const advice = ADVICE.get(code) ?? "The mail server did not answer as it should.";
      throw new ProbeError(`${advice} It said: ${response ?? message}`);
    }
  };
}
