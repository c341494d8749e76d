import { Box, Group } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { mailNextStep } from "~/domain/mail/mail-trouble";
import { LocalTime } from "~/ui/local-time";
import { MailState } from "../activity/mail-state";
import { Dimmed } from "../dimmed";
import { PostButton } from "../post-button";
import { RowList } from "../row-list";
import { SendMailAgain } from "../send-mail-again";
import { TargetLink } from "../target-link";
import type { loader } from "./artist-account-route.server";

/** Unsent mails to an artist with their errors, and buttons that send them. */
export function UnsentMails({
  mailIsOff,
  unsent,
}: Pick<SerializeFrom<typeof loader>, "mailIsOff" | "unsent">) {
  return (
    <>
      <h2>Unsent emails</h2>
      {mailIsOff && (
        <p>
          Email is off, because no mail server is set up. Emails wait in the{" "}
          <a href="/staff/activity/mails">outbox</a>.
        </p>
      )}
      <RowList rows={unsent} empty="There are none.">
        {(mail) => (
          <Group justify="space-between">
            <Box miw={0}>
              <TargetLink isName href={`/staff/activity/mails/${mail.id}`}>
                {mail.subject}
              </TargetLink>
              <Dimmed>
                {mail.kind}, written <LocalTime at={mail.createdAt} />
              </Dimmed>
              {mail.lastError && <Dimmed>{mail.lastError}</Dimmed>}
              <MailState state={mail.state} />
              {mail.lastError && mail.state !== "held" && <p>{mailNextStep(mail.state)}</p>}
            </Box>
            <SendMailAgain mail={mail} />
            {mail.state === "held" && (
              <PostButton
                intent="let-go"
                fields={{ mail: mail.id }}
                aria-label={`Send it now: ${mail.subject}`}
              >
                Send it now
              </PostButton>
            )}
          </Group>
        )}
      </RowList>
    </>
  );
}
