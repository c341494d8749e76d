import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { findAccount } from "~/artists/accounts.server";
import { latestSignatures } from "~/artists/agreement/requests.server";
import { unsignedWarning } from "~/artists/agreement/unsigned-warning";
import { listArtistSessions } from "~/artists/artist-sessions.server";
import { displayName } from "~/artists/profile";
import { Button } from "~/components/controls";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { readSmallForm } from "~/pages/read-small-form";
import { changeCode } from "~/pages/staff/staff-accounts.server";
import { letMailGo, unsentMails } from "~/pages/staff/unsent-mails.server";
import { longDate } from "~/platform/formats/dates";
import { NO_BUTTON, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { listAccountSubmissions } from "~/submission/record/account-submissions.server";
import { UnsentMails } from "~/views/staff/artists/unsent-mails";
import rows from "~/views/staff/staff-rows.module.css";

const CODE_NOT_SENT = "But its email has not left: see below, under 'Emails that haven't left'.";
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
    shownName: displayName(profile),
    name: profile.name,
    published: account.publishedAt !== null,
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
    await letMailGo(context, actor, account, fields.get("mail") ?? "");
    return redirect(`/staff/artists/${id}?gone`);
  }
  if (fields.get("intent") !== "new-code") throw refusal(400, NO_BUTTON);
  await changeCode(context, actor, id);
  return redirect(`/staff/artists/${id}?code`);
}

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) =>
  pageTitle(data?.shownName ?? "Artist", page);

export default function StaffArtist() {
  const account = useLoaderData<typeof loader>();
  const { artistId, email, made, status, signedIn, place, submissions, agreement } = account;
  const [params] = useSearchParams();
  return (
    <div className={notice.page}>
      <p className={notice.actions}>
        <a href="/staff/artists">Artists</a>
      </p>
      <h1>{account.shownName}</h1>
      {params.has("made") && (
        <p role="status">
          The account is made.{" "}
          {account.isCodeStuck
            ? CODE_NOT_SENT
            : `Artist ID and invitation code are on their way to ${email}.`}
        </p>
      )}
      {params.has("code") && (
        <p role="status">
          There is a new invitation code. Whatever was signed in with the old one is out.{" "}
          {account.isCodeStuck ? CODE_NOT_SENT : `The code is on its way to ${email}.`}
        </p>
      )}
      {params.has("gone") && (
        <p role="status">
          {account.mailIsOff
            ? "The email is held no longer. It leaves once email is on."
            : "The email is on its way."}
        </p>
      )}
      <dl className={notice.facts}>
        <dt>Artist ID</dt>
        <dd>{artistId}</dd>
        <dt>Email</dt>
        <dd>{email}</dd>
        <dt>Name</dt>
        <dd>{account.name || "Not given"}</dd>
        <dt>Place</dt>
        <dd>{place || "Not given"}</dd>
        <dt>Status</dt>
        <dd>{status}</dd>
        <dt>Agreement</dt>
        <dd>
          {agreement ? (
            <a href={`/agreement/${agreement.requestId}.pdf`}>
              Signed {agreement.signedAt}, version {agreement.templateVersion}
            </a>
          ) : (
            "Not signed"
          )}
        </dd>
        <dt>Account made</dt>
        <dd>{made}</dd>
        <dt>Signed in now</dt>
        <dd>{signedIn === 0 ? "Nowhere" : `${signedIn} browsers and programs`}</dd>
      </dl>
      <h2>Submissions</h2>
      {submissions.length === 0 ? (
        <p>None belongs to this account yet.</p>
      ) : (
        <ul className={rows.rows}>
          {submissions.map(({ id, releaseTitle, status: submissionStatus, sent }) => (
            <li key={id} className={rows.row}>
              <p className={rows.name}>
                <a href={`/staff/submissions/${id}`}>{releaseTitle || "Untitled Release"}</a>
              </p>
              <p className={rows.about}>
                {submissionStatus}, sent {sent}
              </p>
            </li>
          ))}
        </ul>
      )}
      <UnsentMails mailIsOff={account.mailIsOff} unsent={account.unsent} />
      <h2>Public page</h2>
      <p>
        {account.published ? (
          <>
            Everybody can read <a href={`/artist/${artistId}`}>the artist's page</a>.
          </>
        ) : (
          "Nobody can read the artist's page yet."
        )}
      </p>
      {account.unsigned && (
        <p>
          <strong>{account.unsigned}</strong>
        </p>
      )}
      <form
        method="post"
        action={`/staff/artists/${account.id}/publish`}
        className={notice.buttons}
      >
        <input type="hidden" name="to" value={`/staff/artists/${account.id}`} />
        <Button
          type="submit"
          name="intent"
          value={account.published ? "unpublish" : "publish"}
          variant="default"
        >
          {account.published ? "Take the page away" : "Publish the page"}
        </Button>
      </form>
      <h2>A new invitation code</h2>
      <p>
        It goes to {email} and nowhere else; the old one stops at once, and so does every sign-in
        and token made with it.
      </p>
      <form method="post" className={notice.buttons}>
        <Button type="submit" name="intent" value="new-code" variant="default">
          Send a new code
        </Button>
      </form>
    </div>
  );
}
