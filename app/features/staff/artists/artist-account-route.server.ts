import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { sql } from "drizzle-orm";
import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { findAccount } from "~/domain/artists/accounts.server";
import { latestSignatures } from "~/domain/artists/agreement/requests.server";
import { unsignedWarning } from "~/domain/artists/agreement/unsigned-warning";
import { listArtistSessions } from "~/domain/artists/artist-sessions.server";
import { newCodePart } from "~/domain/artists/create-account.server";
import { displayName } from "~/domain/artists/profile";
import { mailboxKey } from "~/domain/mail/mailbox";
import { mailJobId, unsentMailsOf } from "~/domain/mail/read-outbox.server";
import { listAccountSubmissions } from "~/domain/submission/record/account-submissions.server";
import { runBatch } from "~/platform/database.server";
import { longDate } from "~/platform/formats/dates";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { readSmallForm } from "~/session/read-small-form";
import { NO_BUTTON, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { rerunRefusalTexts } from "../activity/rerun-refusal-texts";
import { runJobAgain } from "../activity/run-job-again.server";

const NO_ACCOUNT = "There's no account at this address.";

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

const unsentMails = ({ db }: AppContext, { id: accountId, email }: Account) =>
  unsentMailsOf(db, { accountId, mailbox: mailboxKey(email) });

/**
 * Releases a held mail to an account.
 * @throws Response 404 for a mail that is not among its unsent ones, 409 if it is not held any more.
 */
async function releaseHeldMail(
  context: AppContext,
  actor: Staff,
  account: Account,
  mailId: string,
): Promise<void> {
  const mails = await unsentMails(context, account);
  const mail = mails.find(({ id }) => id === mailId);
  if (!mail) throw refusal(404, rerunRefusalTexts["not-held"]);
  const jobId = await mailJobId(context.db, mail);
  if (jobId === undefined) throw refusal(409, rerunRefusalTexts["no-such-mail"]);
  const problem = await runJobAgain(context, jobId, { by: actor, release: true });
  if (problem !== undefined) throw refusal(409, rerunRefusalTexts[problem]);
}

async function changeCode(context: AppContext, actor: Staff, account: Account): Promise<void> {
  const { db, clock, log, sendJobs } = context;
  const { id, artistId: detail } = account;
  const now = clock();
  const codePart = await newCodePart(context.artists.accounts, account, now);
  const accountExists = sql`EXISTS (SELECT 1 FROM artists WHERE id = ${id} AND deleted_at IS NULL)`;
  const auditStatement = auditEntryOf(context, actor, {
    action: "account-code-changed",
    subject: id,
    detail,
    at: now,
  });
  await runBatch(db, [...codePart.statements, auditStatement(accountExists)]);
  log("info", "account.new-code");
  await sendJobs(codePart.jobIds);
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  await requireStaff(context);
  const account = await findAccount(context.db, params.accountId ?? "");
  if (!account) throw refusal(404, NO_ACCOUNT);
  const { id, artistId, email, profile, status, createdAt } = account;
  const [sessions, submissions, agreementStates, unsent] = await Promise.all([
    listArtistSessions(context.db, id, context.clock()),
    listAccountSubmissions(context.db, id),
    latestSignatures(context.db, [id]),
    unsentMails(context, account),
  ]);
  const agreement = agreementStates.get(id);
  const mailIsOff = context.mail.connection.state === "off";
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
    unsent,
    mailIsOff,
    // The notice that a code is on its way holds only if its mail is sent.
    isCodeStuck:
      mailIsOff ||
      unsent.some(({ kind, state: mailState }) => kind === "account" && mailState !== "waiting"),
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
  await changeCode(context, actor, account);
  return redirect(`/staff/artists/${id}?code`);
}
