import type { RanAgain } from "./run-again.server";

/** Why a job does not run again, or a mail is not sent, for pages and calls alike. */
export const notRunTexts: Readonly<Record<Exclude<RanAgain, "again">, string>> = {
  "not-failed": "This job hasn't failed, so there's nothing to run again.",
  "may-have-arrived":
    "This mail may have arrived: its text left, and no answer came. Ask the recipient before you send it again.",
  "under-way": "This email is on its way, so there's nothing to run again.",
  sent: "This email has been sent, so there's nothing to run again.",
  "text-gone":
    "The secret link in this email is no longer kept. Ask the recipient to get a new one.",
  held: "Nobody has shown they read this address, and it has had its emails for today. This one goes out by itself.",
  stopped: "Whoever reads this address has stopped our emails to it.",
  "no-such-mail": "This job's email is no longer there.",
};
