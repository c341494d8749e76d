import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { findAccount } from "~/domain/artists/accounts.server";
import { latestSignatures } from "~/domain/artists/agreement/requests.server";
import { unsignedWarning } from "~/domain/artists/agreement/unsigned-warning";
import { listArtistSessions } from "~/domain/artists/artist-sessions.server";
import { displayName } from "~/domain/artists/profile";
import { listAccountSubmissions } from "~/domain/submission/record/account-submissions.server";
import { longDate } from "~/platform/formats/dates";
import { readSmallForm } from "~/session/read-small-form";
import { NO_BUTTON, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { changeCode } from "./staff-accounts.server";
import { releaseHeldMail, unsentMails } from "./unsent-mails.server";

const NO_ACCOUNT = "There's no account at this address.";

export async function loader({ context, params }: LoaderFunctionArgs) {
  await requireStaff(context);
  const account = await findAccount(context.db, params.accountId ?? "");
  if (!account) throw refusal(404, NO_ACCOUNT);
  const { id, artistId, email, profile, status, createdAt } = account;
  const [sessions, submissions, agreementStates, mails] = await Promise.all([
    listArtistSessions(context.db, id, context.clock()),
    listAccountSubmissions(context.db, id),
    latestSignatures(context.db, [id]),
    unsentMails(context, account),
  ]);
  const agreement = agreementStates.get(id);
  return {
    id,
    artistId,
    email,
    status,
    made: longDate(createdAt),
    signedIn: sessions.length,
    displayName: displayName(profile),
    name: profile.name,
    isPublished: account.publishedAt !== null,
    agreement: agreement && { ...agreement, signedAt: longDate(agreement.signedAt) },
    unsigned: unsignedWarning(agreement?.templateVersion),
    place: [profile.city, profile.country].filter(Boolean).join(", "),
    ...mails,
    // The notice that a code is on its way holds only if its mail is sent.
    isCodeStuck:
      mails.mailIsOff ||
      mails.unsent.some(
        ({ kind, state: mailState }) => kind === "account" && mailState !== "waiting",
      ),
    submissions: submissions.map(({ createdAt: sentAt, ...submission }) => ({
      ...submission,
      sent: longDate(sentAt),
    })),
  };
}

/** Sends a new code, or releases a held mail. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const id = params.accountId ?? "";
  const account = await findAccount(context.db, id);
  if (!account) throw refusal(404, NO_ACCOUNT);
  const { fields } = await readSmallForm(request);
  if (fields.get("intent") === "let-go") {
    await releaseHeldMail(context, actor, account, fields.get("mail") ?? "");
    return redirect(`/staff/artists/${id}?gone`);
  }
  if (fields.get("intent") !== "new-code") throw refusal(400, NO_BUTTON);
  await changeCode(context, actor, id);
  return redirect(`/staff/artists/${id}?code`);
}
