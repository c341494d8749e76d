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

function loadMail({ request, context, params }: Params): Promise<MailOfPage | undefined> {
  const { db, settings, clock } = context;
  const query = { mailId: params.mailId ?? "", url: new URL(request.url) };
  return readMailPage(db, settings.SIGNING_SECRET, query, clock());
}

async function loadAddressState({ db }: Portal, { recipient, address, mailbox }: MailOfPage) {
  return {
    shown: maskedAddress(recipient),
    verified: await isVerifiedAddress(db, address),
    stopped: await isStoppedMailbox(db, mailbox),
  };
}

const NO_STORE = { "Cache-Control": "no-store" };

/** Changes nothing: mail scanners open every link. */
export async function loader(args: LoaderFunctionArgs) {
  const mail = await loadMail(args);
  if (!mail) return data(null, { status: 404 });
  return data(await loadAddressState(args.context, mail), { headers: NO_STORE });
}

/** A button of the page, or the one that mail clients show (RFC 8058). */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const mail = await loadMail(args);
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
  // Mail clients follow no redirect from their own button (RFC 8058).
  if (oneClick) return data({ done: intent }, { headers: NO_STORE });
  const page = new URL(request.url);
  page.searchParams.set("done", intent);
  return redirect(page.pathname + page.search, 303);
}

/** Remix drops an action's headers from the page unless they are passed on here. */
export const headers: HeadersFunction = ({ actionHeaders, loaderHeaders }) =>
  new Headers([...loaderHeaders, ...actionHeaders]);

export const meta: MetaFunction = (page) => [
  ...pageTitle("Emails to your address", page),
  { name: "robots", content: "noindex" },
];

const NOTICES = {
  stop: "Done. We won't email this address again.",
  confirm: "Thank you. We know this address is yours, so our emails come as normal.",
  allow: "Done. We'll email this address again.",
};

/** Anybody can put a notice code into the address, so it must match the stored state. */
function isNoticeTrue(
  done: string | null | undefined,
  { verified, stopped }: { verified: boolean; stopped: boolean },
): done is keyof typeof NOTICES {
  if (done === "stop") return stopped;
  return !stopped && verified && (done === "confirm" || done === "allow");
}

export default function YourMails() {
  const address = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  const done = reply ? reply.done : params.get("done");
  const message = address && isNoticeTrue(done, address) ? NOTICES[done] : undefined;
  const noticeRef = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (message) noticeRef.current?.focus();
  }, [message]);
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
      {message && (
        <p ref={noticeRef} tabIndex={-1}>
          {message}
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

/** The root has no data after a refused post, so its error page would lack brand and contact. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
