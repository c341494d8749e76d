import { needsStaff } from "~/domain/mail/mail-trouble";
import { PostButton } from "./post-button";

interface SendMailAgainProps {
  mail: { id: string; subject: string; state: string };
  /** The job that the page's own action runs; without it the mail's own page sends the mail. */
  jobId?: string;
}

/** The button that sends a mail which does not go out by itself; nothing for any other mail. */
export function SendMailAgain({ mail, jobId }: SendMailAgainProps) {
  if (!needsStaff(mail)) return null;
  const mayArriveTwice = mail.state === "unconfirmed";
  const target =
    jobId === undefined
      ? {
          action: `/staff/activity/mails/${mail.id}`,
          intent: mayArriveTwice ? "again-twice" : "again",
        }
      : {
          intent: "send-again",
          fields: { job: jobId, ...(mayArriveTwice && { mayArriveTwice: "on" }) },
        };
  return (
    <PostButton {...target} aria-label={`Send it again: ${mail.subject}`}>
      Send it again
    </PostButton>
  );
}
