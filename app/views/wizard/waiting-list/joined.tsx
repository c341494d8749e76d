import { Link } from "@remix-run/react";
import { useRef } from "react";
import { Button } from "~/components/controls";
import notice from "~/components/notice-page.module.css";
import { useArrival } from "~/components/use-news";
import { waitingCopy } from "~/entry/waiting-copy.client";
import type { MailOutlook } from "~/mail/mail-fate";
import { afterJoining } from "~/submission/record/what-happens-next";
import styles from "../done-page.module.css";
import { Sleeve } from "../sleeve";
import { mailWords } from "../success/mail-words";

/** As the specification has it. */
export const JOINED = "Submitted for review!";

interface JoinedProps extends MailOutlook {
  reference: string;
  /** Such as March 12, 2027. */
  replyDue: string;
  supportEmail: string;
}

/** That an artist is on the waiting list, and what happens now. Begins with the focus on its heading. */
export function Joined({ reference, replyDue, supportEmail, ...mail }: JoinedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useArrival(() => {
    heading.current?.focus();
    waitingCopy([]).drop();
  });
  return (
    <div className={styles.page}>
      <p className="eyebrow">Reference {reference}</p>
      <h1 ref={heading} tabIndex={-1}>
        {JOINED}
      </h1>
      <p className={notice.lead}>
        Thank you for sharing your music. A person listens to every link, and we reply within 7-10
        days. {mailWords(mail, { to: undefined, found: "you" })}
      </p>
      <Sleeve src={undefined} alt="">
        <p className={styles.title}>You're on the list</p>
        <p className={styles.due}>
          Our reply is due by <strong>{replyDue}</strong>
        </p>
      </Sleeve>
      <section className={styles.section}>
        <h2>What happens now</h2>
        <ol className={styles.steps}>
          {afterJoining({ due: replyDue }).map((step) => (
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
