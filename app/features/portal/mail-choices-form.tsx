import { Button, Checkbox } from "@mantine/core";
import { Link } from "@remix-run/react";
import { type MailChoices, mailChoiceLabels } from "~/domain/artists/mail-choices";
import type { StopScope } from "~/domain/mail/mail-kinds";
import { IntentButton } from "~/ui/intent-button";
import notice from "~/ui/notice-page.module.css";

interface MailChoicesFormProps {
  choices: MailChoices;
  /** The address of the account. */
  email: string;
  saved: boolean;
  /** What was stopped by the link at the end of a mail. */
  stopped?: StopScope | undefined;
}

const names = ["statuses", "reminders", "news"] as const;

export function MailChoicesForm({ choices, email, saved, stopped }: MailChoicesFormProps) {
  return (
    <div className={notice.page}>
      <p>
        <Link to="/dashboard?tab=0" discover="none">
          Back to Dashboard
        </Link>
      </p>
      <h1>Your emails</h1>
      <p className={notice.lead}>Choose what we write to {email} about.</p>
      {saved && <p role="status">Your choices are saved.</p>}
      {stopped && (
        <form method="post" className={notice.page}>
          <p>
            {stopped === "all"
              ? `Our emails to ${email} are stopped`
              : `Our reminders and the emails of our forms to ${email} are stopped`}
            : somebody used the link at the end of an email. Start them again to get the emails that
            you choose here.
          </p>
          <p>
            <IntentButton intent="allow">Start emails again</IntentButton>
          </p>
        </form>
      )}
      <form method="post" className={notice.page}>
        {names.map((name) => (
          <Checkbox
            key={name}
            id={name}
            name={name}
            defaultChecked={choices[name]}
            label={mailChoiceLabels[name].label}
            description={mailChoiceLabels[name].hint}
          />
        ))}
        <p>
          <Button type="submit">Save</Button>
        </p>
      </form>
      <p className={notice.small}>
        We always send sign-in links and invitation codes, because you need them to sign in.
      </p>
    </div>
  );
}
