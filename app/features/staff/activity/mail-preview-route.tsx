import { Paper } from "@mantine/core";
import type { MetaFunction, SerializeFrom } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { LocalTime } from "~/ui/local-time";
import { pageTitle } from "~/ui/page-title";
import { Facts } from "../facts";
import { PostButton } from "../post-button";
import { StaffPage } from "../staff-page";
import { Verbatim } from "../verbatim";
import type { loader } from "./mail-preview-route.server";
import { MailState } from "./mail-state";

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) =>
  pageTitle(data ? `Email: ${data.subject}` : "Email", page);

type StaffMail = SerializeFrom<typeof loader>;

/**
 * Removes the style sheet for dark screens, which this page's policy would block; every element has its light
 * style inline.
 */
function withoutDarkStyles(html: string): string {
  return html.replace(/<style>[^<]*<\/style>/g, "").replace(/<meta name="color-scheme"[^>]*>/g, "");
}

function MailActions({ state, isKept }: Pick<StaffMail, "state" | "isKept">) {
  if (state === "stopped") return <PostButton intent="allow">Allow emails again</PostButton>;
  if (!isKept) return null;
  if (state === "failed" || state === "waiting")
    return <PostButton intent="again">Send again</PostButton>;
  if (state === "held") return <PostButton intent="let-go">Send it now</PostButton>;
  if (state !== "unconfirmed") return null;
  return (
    <>
      <p>
        It may have arrived: we sent it, but the mail server didn't answer. Ask the recipient first.
        If you send it again, they may get it twice.
      </p>
      <PostButton intent="again-twice">Send again anyway</PostButton>
    </>
  );
}

/** The content of a mail, unless only the recipient may read it. */
function Letter({ recipient, text, html, isKept }: StaffMail) {
  if (!isKept) return <p>The text was deleted: it held a secret and was sent, or it is old.</p>;
  if (text === null || html === null)
    return <p>We don't show the text, because it has a secret code or link in it.</p>;
  return (
    <>
      <h2>Preview</h2>
      <Paper
        component="iframe"
        w="100%"
        h={640}
        title={`The email to ${recipient}`}
        sandbox=""
        srcDoc={withoutDarkStyles(html)}
      />
      <h2>Plain text</h2>
      <Verbatim>{text}</Verbatim>
    </>
  );
}

/** A mail as far as staff may read it, and its state. */
export default function StaffMailPage() {
  const mail = useLoaderData<typeof loader>();
  return (
    <StaffPage
      above={<a href="/staff/activity/mails">Outbox</a>}
      heading={mail.subject}
      notices={{
        again: "The email is on its way again.",
        allowed: "Emails to this address are allowed again.",
      }}
    >
      <MailState state={mail.state} />
      <Facts
        facts={{
          To: mail.recipient,
          Kind: mail.kind,
          Written: <LocalTime at={mail.createdAt} />,
          Sent: mail.sentAt && <LocalTime at={mail.sentAt} />,
          "Failed attempts": mail.attempts,
          "What happened": mail.lastError,
          Submission: mail.submissionId && (
            <a href={`/staff/folders/${mail.submissionId}`}>Open its files</a>
          ),
        }}
      />
      <MailActions {...mail} />
      <Letter {...mail} />
    </StaffPage>
  );
}
