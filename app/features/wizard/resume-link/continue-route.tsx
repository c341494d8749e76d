import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { LinkBox } from "~/ui/link-box";
import styles from "~/ui/notice-page.module.css";
import { pageTitle } from "~/ui/page-title";
import type { loader } from "./continue-route.server";
import {
  ActionNotice,
  AddressForm,
  MakeLink,
  type ResumeLinkReply,
  StopLinks,
} from "./resume-link-forms";

const HEADING = "Continue later or on another device";

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function ContinueLater() {
  const { draftId, press, email, until, sendsMail, links, shown } = useLoaderData<typeof loader>();
  const reply = useActionData<ResumeLinkReply>() ?? shown;
  const [params] = useSearchParams();
  const stopped = params.has("stopped") && !reply;
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
      {(sendsMail || reply?.error !== undefined) && (
        <AddressForm
          heading="Send the link to my email"
          intent="mail-link"
          action="Send the link"
          draftId={draftId}
          press={press}
          email={reply?.email ?? email}
          error={reply?.error}
        />
      )}
      {links > 0 && <StopLinks links={links} draftId={draftId} />}
      <p className={styles.actions}>
        <Link to="/submit">Back to your submission</Link>
      </p>
    </div>
  );
}
