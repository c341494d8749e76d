import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useRef } from "react";
import { waitingCopy } from "~/domain/access/waiting-copy.client";
import type { MailOutlook } from "~/domain/mail/mail-outcome";
import { nextStepsAfterJoining } from "~/domain/submission/record/what-happens-next";
import notice from "~/ui/notice-page.module.css";
import { useOnMount } from "~/ui/use-on-change";
import styles from "../done-page.module.css";
import { MediaObject } from "../sleeve";
import { mailNotice } from "../success/mail-notice";

/** From the specification. */
export const JOINED_TITLE = "Submitted for review!";

interface JoinedProps extends MailOutlook {
  reference: string;
  /** Such as March 12, 2027. */
  replyDue: string;
  supportEmail: string;
}

/** The confirmation of a waiting-list request. The heading takes the focus. */
export function Joined({ reference, replyDue, supportEmail, ...mail }: JoinedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useOnMount(() => {
    heading.current?.focus();
    waitingCopy([]).remove();
  });
  return (
    <div className={styles.page}>
      <p className="eyebrow">Reference {reference}</p>
      <h1 ref={heading} tabIndex={-1}>
        {JOINED_TITLE}
      </h1>
      <p className={notice.lead}>
        Thank you for sharing your music. A person listens to every link, and we reply within 7-10
        days. {mailNotice(mail, { to: undefined, found: "you" })}
      </p>
      <MediaObject src={undefined} alt="">
        <p className={styles.title}>You're on the list</p>
        <p className={styles.due}>
          Our reply is due by <strong>{replyDue}</strong>
        </p>
      </MediaObject>
      <section className={styles.section}>
        <h2>What happens now</h2>
        <ol className={styles.steps}>
          {nextStepsAfterJoining({ due: replyDue }).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p>
          Something to change? Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a> and
          mention {reference}.
        </p>
      </section>
      <div className={notice.buttons}>
        <Button component={Link} to="/">
          Return to Home
        </Button>
      </div>
    </div>
  );
}
