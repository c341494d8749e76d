import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { findAccount } from "~/artists/accounts.server";
import { postedChoices, readMailChoices } from "~/artists/mail-choices";
import { keepMailChoices } from "~/artists/mail-choices.server";
import { ErrorPage } from "~/components/error-page";
import { pageTitle } from "~/components/page-title";
import { readSwitch } from "~/session/own-path";
import { requireArtist } from "~/session/require-artist";
import { MailChoicesForm } from "~/views/portal/mail-choices-form";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { id } = await requireArtist(request, context);
  const account = await findAccount(context.db, id);
  if (!account) throw new Error("The account of a session is gone");
  const saved = new URL(request.url).searchParams.has("saved");
  return { choices: readMailChoices(account.mailChoices), email: account.email, saved };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { id } = await requireArtist(request, context);
  const { fields } = await readSwitch(request, "/edit-profile/mails");
  await keepMailChoices(context.db, id, postedChoices(fields), context.clock());
  return redirect("/edit-profile/mails?saved");
}

export const meta: MetaFunction = (page) => pageTitle("Your emails", page);

export default function YourMails() {
  return <MailChoicesForm {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
