import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button } from "~/components/controls";
import styles from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { readSmallForm } from "~/forms/read-small-form";
import {
  allowMails,
  isStoppedMailbox,
  isVerifiedAddress,
  stopMails,
  verifyAddress,
} from "~/mail/mail-limit.server";
import { type MailOfPage, readMailPage } from "~/mail/mail-page.server";
import { maskedAddress } from "~/mail/mailbox";
import { refusal } from "~/session/refusal";

type Params = Pick<LoaderFunctionArgs, "request" | "context" | "params">;

function mailOf({ request, context, params }: Params): Promise<MailOfPage | undefined> {
  const { db, settings, clock } = context;
  const asked = { mailId: params.mailId ?? "", url: new URL(request.url) };
  return readMailPage(db, settings.SIGNING_SECRET, asked, clock());
}

async function standing({ db }: AppLoadContext, { recipient, address, mailbox }: MailOfPage) {
  return {
    shown: maskedAddress(recipient),
    verified: await isVerifiedAddress(db, address),
    stopped: await isStoppedMailbox(db, mailbox),
  };
}

const NO_STORE = { "Cache-Control": "no-store" };

/** Shows how things stand and changes nothing: mail scanners open every link. */
export async function loader(args: LoaderFunctionArgs) {
  const mail = await mailOf(args);
  if (!mail) return data(undefined, { status: 404 });
  return data(await standing(args.context, mail), { headers: NO_STORE });
}

/** One of the page's buttons, or the one that mailboxes show beside a mail (RFC 8058). */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const fields = await readSmallForm(request);
  if (!fields) throw refusal(408, "Your form didn't reach us in full. Go back and send it again.");
  const mail = await mailOf(args);
  if (!mail) return data(undefined, { status: 404 });
  const { db, clock } = context;
  const oneClick = fields.get("List-Unsubscribe") === "One-Click";
  const intent = oneClick ? "stop" : fields.get("intent");
  switch (intent) {
    case "stop":
      await stopMails(db, mail.mailbox, clock());
      break;
    case "confirm":
      await verifyAddress(db, mail.address, clock());
      break;
    case "allow":
      await verifyAddress(db, mail.address, clock());
      await allowMails(db, mail.mailbox);
      break;
    default:
      return data({ done: undefined }, { status: 400 });
  }
  return data({ done: intent }, { headers: NO_STORE });
}

/** A page is sent without the headers of its action unless it asks for them. */
export const headers: HeadersFunction = ({ actionHeaders, loaderHeaders }) =>
  new Headers([...loaderHeaders, ...actionHeaders]);

export const meta: MetaFunction = ({ matches }) => [
  ...pageTitle("Emails to your address", matches),
  { name: "robots", content: "noindex" },
];

const NEWS = {
  stop: "Done. We won't email this address again.",
  confirm: "Thank you. This address is yours; our mails go out to it as they come.",
  allow: "Done. We'll email this address again.",
};

export default function YourMails() {
  const known = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const news = reply?.done && NEWS[reply.done];
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (news) place.current?.focus();
  }, [news]);
  if (!known)
    return (
      <div className={styles.page}>
        <h1>This link doesn't work</h1>
        <p className={styles.lead}>
          It may be cut off, or belong to a mail of long ago. The link at the end of a newer mail
          works.
        </p>
        <p className={styles.actions}>
          <Link to="/">Return to Home</Link>
        </p>
      </div>
    );
  const { shown, verified, stopped } = known;
  return (
    <div className={styles.page}>
      <h1>Mails to {shown}</h1>
      {news && (
        <p ref={place} tabIndex={-1}>
          {news}
        </p>
      )}
      {stopped ? (
        <>
          <p className={styles.lead}>
            We don't send anything to this address, not even news about a submission.
          </p>
          <Form method="post">
            <Button type="submit" name="intent" value="allow">
              Start emails again
            </Button>
          </Form>
        </>
      ) : (
        <>
          {!verified && (
            <>
              <p className={styles.lead}>
                Did you send us music, or begin to? Then tell us that this address is yours.
              </p>
              <Form method="post">
                <Button type="submit" name="intent" value="confirm">
                  Yes, this is my address
                </Button>
              </Form>
            </>
          )}
          <p>
            Unwanted mail? One press, and we send nothing more to this address, whoever types it
            into our forms.
          </p>
          <Form method="post">
            <Button type="submit" name="intent" value="stop" variant="default">
              Stop emails to this address
            </Button>
          </Form>
        </>
      )}
      <p className={styles.actions}>
        <Link to="/">Return to Home</Link>
      </p>
    </div>
  );
}
