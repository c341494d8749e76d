import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import * as v from "valibot";
import styles from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { SupportContact } from "~/components/support";
import { emailLine } from "~/forms/fields";
import { schemaErrors } from "~/forms/schema-errors";
import { readSmallForm } from "~/pages/read-small-form";
import { mailLinksAgain } from "~/pages/resume-link.server";
import { formErrorReply } from "~/session/refusal";
import { linkAddressSchema } from "~/submission/draft/link-address";
import { openLinkSchema, parseLinkKey } from "~/submission/draft/link-key";
import { PasteLink } from "~/views/wizard/resume-link/paste-link";
import { ActionNotice, AddressForm } from "~/views/wizard/resume-link/resume-link-forms";

const HEADING = "Open my link";

interface OpenReply {
  link?: string;
  linkError?: string;
  email?: string;
  emailError?: string;
}

export async function loader({ context }: LoaderFunctionArgs) {
  return { sendsMail: Boolean(context.settings.SMTP_HOST) };
}

/** Opens the draft of a pasted link, or mails links again to an address that had some. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { fields } = await readSmallForm(request);
  const text = (name: string) => (fields.get(name) ?? "").trim();
  if (fields.get("intent") === "mail-again") {
    const email = v.parse(emailLine, fields.get("email"));
    const { email: error } = schemaErrors(linkAddressSchema, { email });
    if (error)
      return formErrorReply<OpenReply>(context, { email, emailError: error.text }, { status: 400 });
    await mailLinksAgain(request, context, email);
    return redirect("/submit/open?asked", 303);
  }
  const link = text("link");
  const { link: error } = schemaErrors(openLinkSchema, { link });
  if (error)
    return formErrorReply<OpenReply>(context, { link, linkError: error.text }, { status: 400 });
  return redirect(`/submit/continue/${parseLinkKey(link)}`);
}

export const meta: MetaFunction = (page) => [
  ...pageTitle(HEADING, page),
  { name: "robots", content: "noindex" },
];

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
            : "Email is off here just now, so nothing was sent. The links in emails you have still work."}
        </ActionNotice>
      )}
      <p className={styles.lead}>
        A link opens your draft in any browser. You made it yourself, or we emailed it to you.
      </p>
      <PasteLink link={reply?.link ?? ""} error={reply?.linkError} />
      {sendsMail && (
        <AddressForm
          heading="Can't find the email with it?"
          hint="The address we sent the link to."
          intent="mail-again"
          action="Send it again"
          email={reply?.email ?? ""}
          error={reply?.emailError}
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
