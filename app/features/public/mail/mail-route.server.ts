import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import {
  allowMails,
  isVerifiedAddress,
  readStopScope,
  stopMails,
  verifyAddress,
} from "~/domain/mail/mail-limit.server";
import { type MailOfPage, readMailPage } from "~/domain/mail/mail-page.server";
import { maskedAddress } from "~/domain/mail/mailbox";
import type { AppContext } from "~/session/app-context";
import { readSmallForm } from "~/session/read-small-form";

type Params = Pick<LoaderFunctionArgs, "request" | "context" | "params">;

function loadMail({ request, context, params }: Params): Promise<MailOfPage | undefined> {
  const { db, settings, clock } = context;
  const query = { mailId: params.mailId ?? "", url: new URL(request.url) };
  return readMailPage(db, settings.SIGNING_SECRET, query, clock());
}

async function loadAddressState({ db }: AppContext, { recipient, address, mailbox }: MailOfPage) {
  return {
    shown: maskedAddress(recipient),
    verified: await isVerifiedAddress(db, address),
    stopped: await readStopScope(db, mailbox),
  };
}

const NO_STORE = { "Cache-Control": "no-store" };

/** Changes nothing: mail scanners open every link. */
export async function loader(args: LoaderFunctionArgs) {
  const mail = await loadMail(args);
  if (!mail) return data(null, { status: 404 });
  return data(await loadAddressState(args.context, mail), { headers: NO_STORE });
}

/**
 * A button of the page, or the one that mail clients show (RFC 8058), which never stops the news of a
 * decision: it is pressed without having read what it does.
 */
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
      await stopMails(db, mail.mailbox, "news", clock());
      break;
    case "stop-all":
      await stopMails(db, mail.mailbox, "all", clock());
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
