import { Alert, Group, Stack, Text } from "@mantine/core";
import { mailTroubleText, needsStaff } from "~/domain/mail/mail-trouble";
import { SendMailAgain } from "../send-mail-again";
import { TargetLink } from "../target-link";
import type { EntryProps } from "./entry-data";

/** The mails of an entry that have not gone out: why, and what staff can do. */
export function MailTroubles({ troubledMails, reply: { job: refused } }: EntryProps) {
  return troubledMails.map((mail) => {
    const { text, reason } = mailTroubleText(mail);
    return (
      // Without a role it would be an alert.
      <Alert key={mail.id} role="note" color={needsStaff(mail) ? "bad" : "waiting"}>
        <Stack gap="xs">
          <p>{text}</p>
          {reason && (
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              The mail server said: {reason}
            </Text>
          )}
          {refused && refused.id === mail.jobId && (
            <p role="alert">
              <strong>{refused.text}</strong>
            </p>
          )}
          <Group gap="md">
            {mail.jobId !== null && <SendMailAgain mail={mail} jobId={mail.jobId} />}
            <TargetLink href={`/staff/activity/mails/${mail.id}`}>Open the email</TargetLink>
          </Group>
        </Stack>
      </Alert>
    );
  });
}
