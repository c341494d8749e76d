import * as v from "valibot";
import { type Probe, ProbeError } from "~/monitoring/probe";
import type { MailServer } from "./mail-server";
import { type SmtpTimeouts, testMailServer } from "./smtp.server";

/** For asking how the server is: less than such a question may take. */
const PROBE_PATIENCE: SmtpTimeouts = { greeting: 8_000, answer: 8_000, all: 10_000 };

const fault = v.object({
  message: v.fallback(v.string(), ""),
  code: v.fallback(v.optional(v.string()), undefined),
  response: v.fallback(v.optional(v.string()), undefined),
});

/** What to do, by the codes of the SMTP library. */
const ADVICE = new Map([
  ["EAUTH", "The mail server refuses the sign-in. Check SMTP_USERNAME and SMTP_PASSWORD."],
  ["ETLS", "The mail server offers no encryption here. Check SMTP_PORT and SMTP_TLS."],
  ["ETIMEDOUT", "The mail server does not answer. Check SMTP_HOST and SMTP_PORT."],
  ["ESOCKET", "The line to the mail server broke."],
  ["ECONNECTION", "The line to the mail server broke."],
]);

/** Whether the mail server takes our sign-in; no mail is sent. */
export function mailProbe(server: MailServer): Probe {
  return async () => {
    try {
      await testMailServer(server, PROBE_PATIENCE);
      return `${server.host} takes our sign-in.`;
    } catch (error) {
      const { message, code = "", response } = v.parse(fault, error);
      const what = ADVICE.get(code) ?? "The mail server did not answer as it should.";
      throw new ProbeError(`${what} It said: ${response ?? message}`);
    }
  };
}
