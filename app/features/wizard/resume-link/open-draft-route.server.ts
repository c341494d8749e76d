import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { linkAddressSchema } from "~/domain/submission/draft/link-address";
import { openLinkSchema, parseLinkKey } from "~/domain/submission/draft/link-key";
import { emailLine } from "~/forms/fields";
import { hasNoErrors } from "~/forms/form-reply";
import { schemaErrors } from "~/forms/schema-errors";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply } from "~/session/refusal";
import { mailLinksAgain } from "./mail-resume-link.server";

export async function loader({ context }: LoaderFunctionArgs) {
  return { sendsMail: Boolean(context.settings.SMTP_HOST) };
}

/** Opens the draft of a pasted link, or mails links again to an address that had some. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { fields } = await readSmallForm(request);
  const text = (name: string) => (fields.get(name) ?? "").trim();
  if (fields.get("intent") === "mail-again") {
    const email = v.parse(emailLine, fields.get("email"));
    const errors = schemaErrors(linkAddressSchema, { email });
    if (!hasNoErrors(errors))
      return formErrorReply(context, { values: { email }, errors }, { status: 400 });
    await mailLinksAgain(request, context, email);
    return redirect("/submit/open?asked", 303);
  }
  const link = text("link");
  const errors = schemaErrors(openLinkSchema, { link });
  if (!hasNoErrors(errors))
    return formErrorReply(context, { values: { link }, errors }, { status: 400 });
  return redirect(`/submit/continue/${parseLinkKey(link)}`);
}
