import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import * as v from "valibot";
import { linkAddressSchema } from "~/domain/submission/draft/link-address";
import { countResumeKeys, revokeResumeKeys } from "~/domain/submission/draft/resume-keys.server";
import { isOfOtherDraft } from "~/domain/submission/draft/submit-step.server";
import { emailLine } from "~/forms/fields";
import { schemaErrors } from "~/forms/schema-errors";
import { longDate } from "~/platform/formats/dates";
import { setRetryAfter } from "~/platform/formats/retry-after";
import {
  draftCookieHeader,
  isDraftFromSignIn,
  readDraftCookie,
} from "~/session/draft-cookie.server";
import { readNewDraftRef } from "~/session/open-visitor-draft.server";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply, refusal } from "~/session/refusal";
import { OTHER_DRAFT, readDraft, requireDraft } from "~/session/require-draft.server";
import { mailResumeLink, makeResumeLink, resumeReplySchema } from "~/session/resume-link.server";
import { readShownReply, redirectToReply } from "~/session/shown-reply.server";
import type { ResumeLinkReply } from "./resume-link-forms";

const MAILS_STOPPED =
  "No email was sent, because the owner of this address has stopped our emails. Is that you? Open the link at the end of any of our emails and start them again. Until then, copy your link here.";

function mailLimitText(limit: number): string {
  const countText = limit === 1 ? "one email has" : `${limit} emails have`;
  return `No email was sent: ${countText} gone to this address in the last day, and nobody has opened a link in them. Look for those emails first, or copy the link here.`;
}

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
