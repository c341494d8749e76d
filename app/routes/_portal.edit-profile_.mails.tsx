import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { findAccount } from "~/artists/accounts.server";
import { postedChoices, readMailChoices } from "~/artists/mail-choices";
import { saveMailChoices } from "~/artists/mail-choices.server";
import { ErrorPage } from "~/components/error-page";
import { pageTitle } from "~/components/page-title";
import { allowMails, isStoppedMailbox } from "~/mail/mail-limit.server";
import { mailboxKey } from "~/mail/mailbox";
import { readSmallForm } from "~/pages/read-small-form";
import { requireArtist } from "~/session/require-artist";
import { MailChoicesForm } from "~/views/portal/mail-choices-form";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { id } = await requireArtist(request, context);
  const account = await findAccount(context.db, id);
  if (!account) throw new Error("The account of a session is gone");
  const { email, mailChoices } = account;
  const saved = new URL(request.url).searchParams.has("saved");
  const stopped = await isStoppedMailbox(context.db, mailboxKey(email));
  return { choices: readMailChoices(mailChoices), email, saved, stopped };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { id } = await requireArtist(request, context);
  const { fields } = await readSmallForm(request, "/edit-profile/mails");
  const { db, clock } = context;
  if (fields.get("intent") === "allow") {
    const account = await findAccount(db, id);
    if (account) await allowMails(db, mailboxKey(account.email));
    return redirect("/edit-profile/mails");
  }
  await saveMailChoices(db, id, postedChoices(fields), clock());
  return redirect("/edit-profile/mails?saved");
}

export const meta: MetaFunction = (page) => pageTitle("Your emails", page);

export default function YourMails() {
  return <MailChoicesForm {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
