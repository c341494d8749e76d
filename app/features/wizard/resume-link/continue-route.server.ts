import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import * as v from "valibot";
import { linkAddressSchema } from "~/domain/submission/draft/link-address";
import {
  countResumeKeys,
  isKeyOfDraft,
  revokeResumeKeys,
} from "~/domain/submission/draft/resume-keys.server";
import { isOfOtherDraft } from "~/domain/submission/draft/submit-step.server";
import { emailLine } from "~/forms/fields";
import { hasNoErrors } from "~/forms/form-reply";
import { idsOfPress } from "~/forms/ids-of-press";
import { schemaErrors } from "~/forms/schema-errors";
import { longDate } from "~/platform/formats/dates";
import {
  draftCookieOf,
  hashKey,
  isDraftFromSignIn,
  linkedKey,
} from "~/session/draft-cookie.server";
import { assignDraft, readNewDraftRef } from "~/session/open-visitor-draft.server";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply } from "~/session/refusal";
import { readDraft, refuseDraft, requireDraft } from "~/session/require-draft.server";
import { makeResumeLink } from "~/session/resume-link.server";
import { readShownReply, redirectToReply } from "~/session/shown-reply.server";
import { mailResumeLink, resumeReplySchema } from "./mail-resume-link.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const newName = await readNewDraftRef(request, context);
  // Without a draft in this browser, the visitor may have a link to one.
  if (!newName && (await readDraft(request, context)) === "none") throw redirect("/submit/open");
  const draft = await requireDraft(request, context, "artist");
  return {
    draftId: draft.id,
    press: context.ids.secret(),
    email: draft.answers.artist?.email ?? "",
    until: longDate(draft.expiresAt.toISOString()),
    sendsMail: Boolean(context.settings.SMTP_HOST),
    links: await countResumeKeys(context.db, draft.id),
    shown: await readShownReply(request, context, resumeReplySchema),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const draft = await requireDraft(request, context, "artist");
  const { fields } = await readSmallForm(request);
  if (await isOfOtherDraft(context, draft, [...fields]))
    throw refuseDraft(context, draft, "other-draft");
  const ids = await idsOfPress(context, fields);
  switch (fields.get("intent")) {
    case "mail-link": {
      const email = v.parse(emailLine, fields.get("email"));
      const errors = schemaErrors(linkAddressSchema, { email });
      if (!hasNoErrors(errors))
        return formErrorReply(context, { values: { email }, errors }, { status: 400 });
      await mailResumeLink(request, context, draft, email, ids);
      if (context.settings.SMTP_HOST) return redirectToReply(request, context, { mailedTo: email });
      const url = await makeResumeLink(context, draft, ids);
      return redirectToReply(request, context, { url, notMailed: true });
    }
    case "stop-links": {
      const { db, clock } = context;
      const cookie = await draftCookieOf(request, context);
      const currentKey = typeof cookie === "object" ? cookie.key : "";
      // A link may have opened this browser before browsers got keys of their own.
      const isLinkAlone =
        !(await isDraftFromSignIn(request, context)) &&
        (await isKeyOfDraft(db, currentKey, draft.id));
      const key = isLinkAlone ? linkedKey(currentKey, ids) : currentKey;
      await revokeResumeKeys(db, draft.id, await hashKey(key), clock());
      if (isLinkAlone)
        await assignDraft(request, context, { key, draftId: draft.id, state: "open" });
      return redirect("/submit/continue?stopped");
    }
    default: {
      const url = await makeResumeLink(context, draft, ids);
      return redirectToReply(request, context, { url });
    }
  }
}

/** Remix drops an action's headers from the page unless they are passed on here. */
export const headers: HeadersFunction = ({ actionHeaders, loaderHeaders }) =>
  new Headers([...loaderHeaders, ...actionHeaders]);
