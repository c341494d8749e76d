import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import * as v from "valibot";
import { LinkBox } from "~/components/link-box";
import styles from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { emailLine } from "~/forms/fields";
import { schemaErrors } from "~/forms/schema-errors";
import { readSmallForm } from "~/pages/read-small-form";
import { mailResumeLink, makeResumeLink, resumeReplySchema } from "~/pages/resume-link.server";
import { longDate } from "~/platform/formats/dates";
import { setRetryAfter } from "~/platform/formats/retry-after";
import {
  draftCookieHeader,
  isDraftFromSignIn,
  readDraftCookie,
} from "~/session/draft-cookie.server";
import { readNewDraftRef } from "~/session/open-visitor-draft.server";
import { formErrorReply, refusal } from "~/session/refusal";
import { OTHER_DRAFT, readDraft, requireDraft } from "~/session/require-draft.server";
import { readShownReply, redirectToReply } from "~/session/shown-reply.server";
import { linkAddressSchema } from "~/submission/draft/link-address";
import { countResumeKeys, revokeResumeKeys } from "~/submission/draft/resume-keys.server";
import { isOfOtherDraft } from "~/submission/draft/submit-step.server";
import {
  ActionNotice,
  AddressForm,
  MakeLink,
  type ResumeLinkReply,
  StopLinks,
} from "~/views/wizard/resume-link/resume-link-forms";

const MAILS_STOPPED =
  "No email was sent: whoever reads this address has stopped our emails. Is that you? Open the link at the end of any of our emails and start them again. Until then, copy your link here.";

function mailLimitText(limit: number): string {
  const countText = limit === 1 ? "one email has" : `${limit} emails have`;
  return `No email was sent: ${countText} gone to this address in the last day, and nobody has opened a link in them. Look for those first, or copy the link here.`;
}

const HEADING = "Continue later or on another device";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const newName = await readNewDraftRef(request, context);
  // Without a draft in this browser, the visitor may have a link to one.
  if (!newName && (await readDraft(request, context)) === "none") throw redirect("/submit/open");
  const draft = await requireDraft(request, context, "artist");
  return {
    draftId: draft.id,
    email: draft.answers.artist?.email ?? "",
    until: longDate(draft.expiresAt.toISOString()),
    sendsMail: Boolean(context.settings.SMTP_HOST),
    links: await countResumeKeys(context.db, draft.id),
    shown: await readShownReply<ResumeLinkReply>(request, context, resumeReplySchema),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const draft = await requireDraft(request, context, "artist");
  const { fields } = await readSmallForm(request);
  if (await isOfOtherDraft(context, draft, [...fields])) throw refusal(409, OTHER_DRAFT);
  switch (fields.get("intent")) {
    case "mail-link": {
      const email = v.parse(emailLine, fields.get("email"));
      const { email: error } = schemaErrors(linkAddressSchema, { email });
      if (error)
        return formErrorReply<ResumeLinkReply>(
          context,
          { email, error: error.text },
          { status: 400 },
        );
      const result = await mailResumeLink(request, context, draft, email);
      if (result.kind === "mailed" && context.settings.SMTP_HOST)
        return redirectToReply(request, context, { mailedTo: email });
      if (result.kind === "mailed") {
        const url = await makeResumeLink(context, draft);
        return redirectToReply(request, context, { url, notMailed: true });
      }
      const { url } = result;
      if (result.kind === "stopped")
        return formErrorReply<ResumeLinkReply>(
          context,
          { email, url, error: MAILS_STOPPED },
          { status: 409 },
        );
      const seconds = Math.ceil((result.retryAt.getTime() - context.clock().getTime()) / 1000);
      const headers = new Headers();
      setRetryAfter(headers, Math.max(1, seconds));
      const limitText = mailLimitText(context.settings.MAIL_DAILY_LIMIT);
      return formErrorReply<ResumeLinkReply>(
        context,
        { email, url, error: limitText },
        { status: 429, headers },
      );
    }
    case "stop-links": {
      const { db, ids, clock, scope } = context;
      const { SIGNING_SECRET: secret } = context.settings;
      const cookie = await readDraftCookie(request, secret);
      const currentKey = typeof cookie === "object" ? cookie.key : "";
      const key = await revokeResumeKeys(db, draft.id, currentKey, ids, clock());
      const state = (await isDraftFromSignIn(request, context)) ? "brought" : "open";
      const name = key && ({ key, draftId: draft.id, state } as const);
      if (name)
        scope.replyHeaders.append("Set-Cookie", await draftCookieHeader(request, name, secret));
      return redirect("/submit/continue?stopped");
    }
    default: {
      const url = await makeResumeLink(context, draft);
      return redirectToReply(request, context, { url });
    }
  }
}

/** Remix drops an action's headers from the page unless they are passed on here. */
export const headers: HeadersFunction = ({ actionHeaders, loaderHeaders }) =>
  new Headers([...loaderHeaders, ...actionHeaders]);

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function ContinueLater() {
  const { draftId, email, until, sendsMail, links, shown } = useLoaderData<typeof loader>();
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
          The link is on its way to {reply.mailedTo}. It can take a few minutes.
        </ActionNotice>
      )}
      {reply?.notMailed && (
        <ActionNotice>
          Email is off just now, so nothing was sent. Copy the link instead.
        </ActionNotice>
      )}
      <p className={styles.lead}>
        What you saved waits for you in this browser. With a link you can carry on anywhere: on your
        phone, or on the computer your music is on.
      </p>
      {reply?.url ? <LinkBox url={reply.url} /> : <MakeLink draftId={draftId} />}
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
