import { Box, Group, Text } from "@mantine/core";
import { mailNextStep } from "~/domain/mail/mail-trouble";
import { IntentButton } from "~/ui/intent-button";
import { LocalTime } from "~/ui/local-time";
import { MailState } from "../activity/mail-state";
import { Dimmed } from "../dimmed";
import rowList from "../row-list.module.css";
import { SendMailAgain } from "../send-mail-again";
import { TargetLink } from "../target-link";

interface UnsentMailsProps {
  mailIsOff: boolean;
  unsent: readonly {
    id: string;
    kind: string;
    subject: string;
    state: string;
    lastError: string | null;
    written: string;
  }[];
}

/** Unsent mails to an artist with their errors, and buttons that send them. */
export function UnsentMails({ mailIsOff, unsent }: UnsentMailsProps) {
  return (
    <>
      <h2>Unsent emails</h2>
      {mailIsOff && (
        <p>
          Email is off, because no mail server is set up. Emails wait in the{" "}
          <a href="/staff/activity/mails">outbox</a>.
        </p>
      )}
      {unsent.length === 0 ? (
        <p>There are none.</p>
      ) : (
        <ul className={rowList.list}>
          {unsent.map(({ id, kind, subject, state, lastError, written }) => (
            <Group component="li" key={id} justify="space-between">
              <Box miw={0}>
                <Text fw={600}>
                  <TargetLink href={`/staff/activity/mails/${id}`}>{subject}</TargetLink>
                </Text>
                <Dimmed>
                  {kind}, written <LocalTime at={written} />
                </Dimmed>
                {lastError && <Dimmed>{lastError}</Dimmed>}
                <MailState state={state} />
                {lastError && state !== "held" && <p>{mailNextStep(state)}</p>}
              </Box>
              <SendMailAgain mail={{ id, subject, state }} />
              {state === "held" && (
                <form method="post">
                  <input type="hidden" name="mail" value={id} />
                  <IntentButton
                    intent="let-go"
                    variant="default"
                    aria-label={`Send it now: ${subject}`}
                  >
                    Send it now
                  </IntentButton>
                </form>
              )}
            </Group>
          ))}
        </ul>
      )}
    </>
  );
}
