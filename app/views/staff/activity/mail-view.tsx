import { Button } from "~/components/controls";
import notice from "~/components/notice-page.module.css";
import styles from "./activity.module.css";
import { MailState } from "./mail-state";

interface StaffMail {
  kind: string;
  recipient: string;
  subject: string;
  state: string;
  attempts: number;
  lastError: string | null;
  text: string;
  html: string;
  written: string;
  sent: string | null;
  submissionId: string | null;
}

/**
 * A letter without its sheet for dark screens, which this page's policy would refuse: each element
 * carries its light look itself.
 */
function inLight(html: string): string {
  return html
    .replace(/<style>[\s\S]*?<\/style>/g, "")
    .replace(/<meta name="color-scheme"[^>]*>/g, "");
}

function Presses({ state, text }: Pick<StaffMail, "state" | "text">) {
  const press = (intent: string, label: string) => (
    <form method="post">
      <Button type="submit" name="intent" value={intent} variant="default">
        {label}
      </Button>
    </form>
  );
  if (state === "stopped") return press("allow", "Allow mails again");
  if (text === "") return null;
  if (state === "failed" || state === "waiting") return press("again", "Send again");
  if (state === "held") return press("let-go", "Let it go now");
  if (state !== "unconfirmed") return null;
  return (
    <>
      <p>
        It may have arrived: its text left, and no answer came. Ask the recipient. Sent again, it
        may arrive twice.
      </p>
      {press("again-twice", "Send again, it may arrive twice")}
    </>
  );
}

/** A mail as its reader gets it, and what became of it. */
export function MailView({ mail }: { mail: StaffMail }) {
  const { kind, recipient, state, attempts, lastError, text, html, written, sent } = mail;
  return (
    <>
      <MailState state={state} />
      <dl className={notice.facts}>
        <dt>To</dt>
        <dd>{recipient}</dd>
        <dt>Kind</dt>
        <dd>{kind}</dd>
        <dt>Written</dt>
        <dd>{written}</dd>
        {sent && (
          <>
            <dt>Sent</dt>
            <dd>{sent}</dd>
          </>
        )}
        {attempts > 0 && (
          <>
            <dt>Attempts that failed</dt>
            <dd>{attempts}</dd>
          </>
        )}
        {lastError && (
          <>
            <dt>What was said</dt>
            <dd>{lastError}</dd>
          </>
        )}
        {mail.submissionId && (
          <>
            <dt>Submission</dt>
            <dd>
              <a href={`/staff/folders/${mail.submissionId}`}>Its files</a>
            </dd>
          </>
        )}
      </dl>
      <Presses state={state} text={text} />
      {text === "" ? (
        <p>Its text is no longer kept: it had a link in it that opens something, or is old.</p>
      ) : (
        <>
          <section>
            <h2>As it looks</h2>
            <iframe
              className={styles.letter}
              title={`The mail to ${recipient}`}
              sandbox=""
              srcDoc={inLight(html)}
            />
          </section>
          <section>
            <h2>As text</h2>
            {/* Long lines wrap, and nothing scrolls that a keyboard could not reach. */}
            <pre className={styles.text}>{text}</pre>
          </section>
        </>
      )}
    </>
  );
}
