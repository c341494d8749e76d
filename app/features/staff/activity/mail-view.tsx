import { Paper, Stack } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { SecondaryButton } from "~/ui/intent-button";
import { LocalTime } from "~/ui/local-time";
import notice from "~/ui/notice-page.module.css";
import { Verbatim } from "../verbatim";
import type { loader } from "./mail-preview-route.server";
import { MailState } from "./mail-state";

type StaffMail = SerializeFrom<typeof loader>;

/**
 * Removes the style sheet for dark screens, which this page's policy would block; every element has its light
 * style inline.
 */
function withoutDarkStyles(html: string): string {
  return html.replace(/<style>[^<]*<\/style>/g, "").replace(/<meta name="color-scheme"[^>]*>/g, "");
}

function MailActions({ state, isKept }: Pick<StaffMail, "state" | "isKept">) {
  const actionForm = (intent: string, label: string) => (
    <form method="post">
      <SecondaryButton intent={intent}>{label}</SecondaryButton>
    </form>
  );
  if (state === "stopped") return actionForm("allow", "Allow emails again");
  if (!isKept) return null;
  if (state === "failed" || state === "waiting") return actionForm("again", "Send again");
  if (state === "held") return actionForm("let-go", "Send it now");
  if (state !== "unconfirmed") return null;
  return (
    <>
      <p>
        It may have arrived: we sent it, but the mail server didn't answer. Ask the recipient first.
        If you send it again, they may get it twice.
      </p>
      {actionForm("again-twice", "Send again anyway")}
    </>
  );
}

/** The content of a mail, unless only the recipient may read it. */
function Letter({ mail: { recipient, text, html, isKept } }: { mail: StaffMail }) {
  if (!isKept) return <p>The text was deleted: it held a secret and was sent, or it is old.</p>;
  if (text === null || html === null)
    return <p>We don't show the text, because it has a secret code or link in it.</p>;
  return (
    <>
      <Stack component="section">
        <h2>Preview</h2>
        <Paper
          component="iframe"
          w="100%"
          h={640}
          title={`The email to ${recipient}`}
          sandbox=""
          srcDoc={withoutDarkStyles(html)}
        />
      </Stack>
      <Stack component="section">
        <h2>Plain text</h2>
        <Verbatim>{text}</Verbatim>
      </Stack>
    </>
  );
}

/** A mail as far as staff may read it, and its state. */
export function MailView({ mail }: { mail: StaffMail }) {
  const { kind, recipient, state, attempts, lastError, written, sent } = mail;
  return (
    <>
      <MailState state={state} />
      <dl className={notice.facts}>
        <dt>To</dt>
        <dd>{recipient}</dd>
        <dt>Kind</dt>
        <dd>{kind}</dd>
        <dt>Written</dt>
        <dd>
          <LocalTime at={written} />
        </dd>
        {sent && (
          <>
            <dt>Sent</dt>
            <dd>
              <LocalTime at={sent} />
            </dd>
          </>
        )}
        {attempts > 0 && (
          <>
            <dt>Failed attempts</dt>
            <dd>{attempts}</dd>
          </>
        )}
        {lastError && (
          <>
            <dt>What happened</dt>
            <dd>{lastError}</dd>
          </>
        )}
        {mail.submissionId && (
          <>
            <dt>Submission</dt>
            <dd>
              <a href={`/staff/folders/${mail.submissionId}`}>Open its files</a>
            </dd>
          </>
        )}
      </dl>
      <MailActions state={state} isKept={mail.isKept} />
      <Letter mail={mail} />
    </>
  );
}
