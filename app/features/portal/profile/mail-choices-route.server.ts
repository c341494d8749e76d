import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { findAccount } from "~/domain/artists/accounts.server";
import { postedChoices, readMailChoices } from "~/domain/artists/mail-choices";
import { saveMailChoices } from "~/domain/artists/mail-choices.server";
import { allowMails, readStopScope } from "~/domain/mail/mail-limit.server";
import { mailboxKey } from "~/domain/mail/mailbox";
import { readSmallForm } from "~/session/read-small-form";
import { requireArtist } from "~/session/require-artist";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { id } = await requireArtist(request, context, "read");
  const account = await findAccount(context.db, id);
  if (!account) throw new Error("The account of a session is gone");
  const { email, mailChoices } = account;
  const saved = new URL(request.url).searchParams.has("saved");
  const stopped = await readStopScope(context.db, mailboxKey(email));
  return { choices: readMailChoices(mailChoices), email, saved, stopped };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { id } = await requireArtist(request, context, "write");
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
