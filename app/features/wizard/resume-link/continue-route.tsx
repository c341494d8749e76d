import { Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import type { FormReply } from "~/forms/form-reply";
import { LinkBox } from "~/ui/link-box";
import styles from "~/ui/notice-page.module.css";
import { titled } from "~/ui/page-title";
import type { loader } from "./continue-route.server";
import type { ResumeLinkReply } from "./mail-resume-link.server";
import { ActionNotice, AddressForm, MakeLink, StopLinks } from "./resume-link-forms";

const HEADING = "Continue later or on another device";

export const meta = titled(HEADING);

export default function ContinueLater() {
  const { draftId, press, email, until, sendsMail, links, shown } = useLoaderData<typeof loader>();
  const posted = useActionData<FormReply | ResumeLinkReply>();
  const refused = posted && "errors" in posted ? posted : undefined;
  const reply = posted && !("errors" in posted) ? posted : shown;
  const [params] = useSearchParams();
  const stopped = params.has("stopped") && !posted && !shown;
  return (
    <div className={styles.page}>
      <h1>{HEADING}</h1>
      {stopped && (
        <ActionNotice>
          All links are stopped. This browser still opens your submission.
        </ActionNotice>
      )}
      {reply?.mailedTo && (
        <ActionNotice>
          The link is on its way to {reply.mailedTo}. It can take a few minutes. Nothing there? An
          address gets only a few of these emails a day, and none once its owner has stopped them.
          Then make a link here and copy it.
        </ActionNotice>
      )}
      {reply?.notMailed && (
        <ActionNotice>
          We can't send emails at the moment, so nothing was sent. Copy the link instead.
        </ActionNotice>
      )}
      <p className={styles.lead}>
        This browser keeps what you saved. With a link you can continue on another device, such as
        your phone or your computer.
      </p>
      {reply?.url ? <LinkBox url={reply.url} /> : <MakeLink draftId={draftId} press={press} />}
      <p>
        A link works until {until}, and for 14 days after every change. Anyone who has it can open
        this draft and change it, so only share it with people you trust.
      </p>
      {(sendsMail || refused) && (
        <AddressForm
          heading="Send the link to my email"
          intent="mail-link"
          action="Send the link"
          draftId={draftId}
          press={press}
          email={email}
          reply={refused}
        />
      )}
      {links > 0 && <StopLinks links={links} draftId={draftId} />}
      <p className={styles.actions}>
        <Link to="/submit">Back to your submission</Link>
      </p>
    </div>
  );
}
