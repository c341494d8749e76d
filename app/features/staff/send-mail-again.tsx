import { needsStaff } from "~/domain/mail/mail-trouble";
import { IntentButton } from "~/ui/intent-button";

interface SendMailAgainProps {
  mail: { id: string; subject: string; state: string };
  /** The job that the page's own action runs; without it the mail's own page sends the mail. */
  jobId?: string;
}

/** The button that sends a mail which does not go out by itself; nothing for any other mail. */
export function SendMailAgain({ mail, jobId }: SendMailAgainProps) {
  const { id, subject, state } = mail;
  if (!needsStaff(mail)) return null;
  const mayArriveTwice = state === "unconfirmed";
  const intentOfMailPage = mayArriveTwice ? "again-twice" : "again";
  return (
    <form method="post" action={jobId === undefined ? `/staff/activity/mails/${id}` : undefined}>
      {jobId !== undefined && <input type="hidden" name="job" value={jobId} />}
      {jobId !== undefined && mayArriveTwice && (
        <input type="hidden" name="mayArriveTwice" value="on" />
      )}
      <IntentButton
        intent={jobId === undefined ? intentOfMailPage : "send-again"}
        variant="default"
        aria-label={`Send it again: ${subject}`}
      >
        Send it again
      </IntentButton>
    </form>
  );
}
