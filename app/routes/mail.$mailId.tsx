import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import {
  Form,
  Link,
  useActionData,
  useLoaderData,
  useRouteError,
  useSearchParams,
} from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button } from "~/components/controls";
import { ErrorPage } from "~/components/error-page";
import styles from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { SupportContact } from "~/components/support";
import {
  allowMails,
  isStoppedMailbox,
  isVerifiedAddress,
  stopMails,
  verifyAddress,
} from "~/mail/mail-limit.server";
import { type MailOfPage, readMailPage } from "~/mail/mail-page.server";
import { maskedAddress } from "~/mail/mailbox";
import { readSmallForm } from "~/pages/read-small-form";
import type { Portal } from "~/session/portal";

type Params = Pick<LoaderFunctionArgs, "request" | "context" | "params">;

function mailOf({ request, context, params }: Params): Promise<MailOfPage | undefined> {
  const { db, settings, clock } = context;
  const question = { mailId: params.mailId ?? "", url: new URL(request.url) };
  return readMailPage(db, settings.SIGNING_SECRET, question, clock());
}

async function standing({ db }: Portal, { recipient, address, mailbox }: MailOfPage) {
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
  if (!mail) return data(null, { status: 404 });
  return data(await standing(args.context, mail), { headers: NO_STORE });
}

/** One of the page's buttons, or the one that mailboxes show beside a mail (RFC 8058). */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const mail = await mailOf(args);
  if (!mail) return data(null, { status: 404 });
  const { fields } = await readSmallForm(request);
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
  // Mailboxes follow no redirect from their own button (RFC 8058).
  if (oneClick) return data({ done: intent }, { headers: NO_STORE });
  const page = new URL(request.url);
  page.searchParams.set("done", intent);
  return redirect(page.pathname + page.search, 303);
}

/** A page is sent without the headers of its action unless it asks for them. */
export const headers: HeadersFunction = ({ actionHeaders, loaderHeaders }) =>
  new Headers([...loaderHeaders, ...actionHeaders]);

export const meta: MetaFunction = (page) => [
  ...pageTitle("Emails to your address", page),
  { name: "robots", content: "noindex" },
];

const NEWS = {
  stop: "Done. We won't email this address again.",
  confirm: "Thank you. We know this address is yours, so our emails come as normal.",
  allow: "Done. We'll email this address again.",
};

/** Whether the page may say so: the address of a page may say anything. */
function isGiven(
  done: string | null | undefined,
  { verified, stopped }: { verified: boolean; stopped: boolean },
): done is keyof typeof NEWS {
  if (done === "stop") return stopped;
  return !stopped && verified && (done === "confirm" || done === "allow");
}

export default function YourMails() {
  const address = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  const done = reply ? reply.done : params.get("done");
  const news = address && isGiven(done, address) ? NEWS[done] : undefined;
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (news) place.current?.focus();
  }, [news]);
  if (!address)
    return (
      <div className={styles.page}>
        <h1>This link doesn't work</h1>
        <p className={styles.lead}>
          It may be cut off, or come from an old email. Try the link at the end of a newer one.
        </p>
        <p className={styles.actions}>
          <Link to="/">Return to Home</Link>
        </p>
        <SupportContact />
      </div>
    );
  const { shown, verified, stopped } = address;
  return (
    <div className={styles.page}>
      <h1>Emails to {shown}</h1>
      {news && (
        <p ref={place} tabIndex={-1}>
          {news}
        </p>
      )}
      {stopped ? (
        <>
          <p className={styles.lead}>
            We don't send anything to this address, not even news of a submission.
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
                Did you send us music, or start to? Then tell us this address is yours.
              </p>
              <Form method="post">
                <Button type="submit" name="intent" value="confirm">
                  Yes, this is my address
                </Button>
              </Form>
            </>
          )}
          <p>
            Don't want our emails? One press and we won't send any more here, whoever types this
            address into our forms.
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

/** Were a refused post left to the root, it would lack its own data: brand and help. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
