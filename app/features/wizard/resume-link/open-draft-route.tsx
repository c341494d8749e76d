import { Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import styles from "~/ui/notice-page.module.css";
import { titled, UNLISTED } from "~/ui/page-title";
import { SupportContact } from "~/ui/support";
import type { action, loader } from "./open-draft-route.server";
import { PasteLink } from "./paste-link";
import { ActionNotice, AddressForm } from "./resume-link-forms";

const HEADING = "Open my link";

export const meta = titled(HEADING, UNLISTED);

/** For visitors without a draft in this browser. */
export default function OpenMyLink() {
  const { sendsMail } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  return (
    <div className={`${styles.page} wood-side`}>
      <h1>{HEADING}</h1>
      {!reply && params.has("asked") && (
        <ActionNotice>
          {sendsMail
            ? "If we have ever emailed a link to that address, a new one is on its way. It can take a few minutes. An address gets only a few of these emails a day. Nothing there? The link in your last one still works."
            : "We can't send emails at the moment, so nothing was sent. The links in your earlier emails still work."}
        </ActionNotice>
      )}
      <p className={styles.lead}>
        A link opens your draft in any browser. You made it yourself, or we emailed it to you.
      </p>
      <PasteLink reply={reply} />
      {sendsMail && (
        <AddressForm
          heading="Can't find the email with your link?"
          hint="The address we sent the link to."
          intent="mail-again"
          action="Send it again"
          email=""
          reply={reply}
        />
      )}
      <p className={styles.actions}>
        <Link to="/submit">Submit your music</Link>
        <Link to="/">Return to Home</Link>
      </p>
      <SupportContact />
    </div>
  );
}
