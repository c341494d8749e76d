import { Form, Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { StopScope } from "~/domain/mail/mail-kinds";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import styles from "~/ui/notice-page.module.css";
import { titled, UNLISTED } from "~/ui/page-title";
import { SupportContact } from "~/ui/support";
import type { action, loader } from "./mail-route.server";

export const meta = titled("Emails to your address", UNLISTED);

const NOTICES = {
  stop: "Done. We stopped our reminders, and the emails that our forms send.",
  "stop-all": "Done. We stopped the emails about your music, too.",
  confirm: "Thank you. We know this address is yours, so our emails come as normal.",
  allow: "Done. We'll email this address again.",
};

/** Anybody can put a notice code into the address, so it must match the stored state. */
function isNoticeTrue(
  done: string | null | undefined,
  { verified, stopped }: { verified: boolean; stopped?: StopScope | undefined },
): done is keyof typeof NOTICES {
  if (done === "stop") return stopped === "news";
  if (done === "stop-all") return stopped === "all";
  return !stopped && verified && (done === "confirm" || done === "allow");
}

export default function YourMails() {
  const address = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  const done = reply ? reply.done : params.get("done");
  const message = address && isNoticeTrue(done, address) ? NOTICES[done] : undefined;
  const noticeRef = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (message) noticeRef.current?.focus();
  }, [message]);
  if (!address)
    return (
      <div className={styles.page}>
        <h1>This link doesn't work</h1>
        <p className={styles.lead}>
          A part of it may be missing, or it comes from an old email. Try the link at the end of a
          newer email.
        </p>
        <p className={styles.actions}>
          <Link to="/">Return to Home</Link>
        </p>
        <SupportContact />
      </div>
    );
  const { shown, verified, stopped } = address;
  return (
    <div className={styles.page}>
      <h1>Emails to {shown}</h1>
      {message && (
        <p ref={noticeRef} tabIndex={-1}>
          {message}
        </p>
      )}
      {stopped ? (
        <>
          <p className={styles.lead}>
            {stopped === "all"
              ? "We send nothing to this address, not even what we decide about your music. Only links and codes to sign in still come, and warnings about your account."
              : "We still email you what we decide about your music and what it needs from you, and what keeps your account safe."}
          </p>
          <Form method="post">
            <IntentButton intent="allow">Start emails again</IntentButton>
          </Form>
          {stopped === "news" && <StopAll />}
        </>
      ) : (
        <>
          {!verified && (
            <>
              <p className={styles.lead}>
                Did you send us music, or start to? Then tell us this address is yours.
              </p>
              <Form method="post">
                <IntentButton intent="confirm">Yes, this is my address</IntentButton>
              </Form>
            </>
          )}
          <p>
            Don't want our emails? Press the button. Then no reminders come here, and nothing comes
            when somebody types this address into our forms. What we decide about your music still
            comes.
          </p>
          <Form method="post">
            <SecondaryButton intent="stop">Stop emails to this address</SecondaryButton>
          </Form>
        </>
      )}
      <p className={styles.actions}>
        <Link to="/">Return to Home</Link>
      </p>
    </div>
  );
}

/** The second choice: its reader has to know what they will miss. */
function StopAll() {
  return (
    <section>
      <h2>Stop the emails about your music, too?</h2>
      <p>
        Then we don't tell you whether we take your music, what we'd like you to change, or that a
        songwriter disagrees with a share. You'd have to look at the status page of your submission
        yourself.
      </p>
      <Form method="post">
        <SecondaryButton intent="stop-all">Stop all emails about my music</SecondaryButton>
      </Form>
    </section>
  );
}
