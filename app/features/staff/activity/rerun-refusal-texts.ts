import type { RerunRefusal } from "./run-job-again.server";

export const rerunRefusalTexts: Record<RerunRefusal, string> = {
  "not-failed": "This job hasn't failed, so there's nothing to run again.",
  "may-have-arrived":
    "This email may have arrived: we sent it, but the mail server didn't answer. Ask the recipient, then confirm that it may arrive twice.",
  "under-way": "This email is on its way, so there's nothing to run again.",
  sent: "This email has been sent, so there's nothing to run again.",
  "text-gone": "The secret link in this email was deleted. Ask the recipient to request a new one.",
  held: "Nobody has confirmed this address, and it has had its emails for today. This one goes out by itself later. To send it now, press 'Send it now' on its page.",
  "not-held": "This email isn't held any more, so there's nothing to do.",
  stopped:
    "The owner of this address has stopped our emails to it. If they want them again, press 'Allow emails again' on its page.",
  dropped:
    "This email isn't needed any more: a later one has the latest status, or the artist already knew this one.",
  "no-such-mail": "This job's email was deleted.",
};
