import type { RerunRefusal } from "./run-job-again.server";

export const rerunRefusalTexts: Record<RerunRefusal, string> = {
  "not-failed": "This job hasn't failed, so there's nothing to run again.",
  "may-have-arrived":
    "This mail may have arrived: its text left, and no answer came. Ask the recipient, then say that it may arrive twice.",
  "under-way": "This email is on its way, so there's nothing to run again.",
  sent: "This email has been sent, so there's nothing to run again.",
  "text-gone":
    "The secret link in this email is no longer kept. Ask the recipient to get a new one.",
  held: "Nobody has shown they read this address, and it has had its emails for today. This one goes out by itself. To send it now, press 'Let it go now' on its page.",
  "not-held": "This email isn't held any more, so there's nothing to let go.",
  stopped:
    "Whoever reads this address has stopped our emails to it. If they want them again, press 'Allow mails again' on its page.",
  "no-such-mail": "This job's email is no longer there.",
};
