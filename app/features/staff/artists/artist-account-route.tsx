import { Group, Stack, Text } from "@mantine/core";
import type { MetaFunction, SerializeFrom } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { SecondaryButton } from "~/ui/intent-button";
import notice from "~/ui/notice-page.module.css";
import { pageTitle } from "~/ui/page-title";
import { Dimmed } from "../dimmed";
import { Notice } from "../notice";
import rowList from "../row-list.module.css";
import { TargetLink } from "../target-link";
import type { loader } from "./artist-account-route.server";
import { UnsentMails } from "./unsent-mails";

const CODE_NOT_SENT = "But its email hasn't been sent yet. See 'Unsent emails' below.";

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) =>
  pageTitle(data?.displayName ?? "Artist", page);

type Account = SerializeFrom<typeof loader>;
interface AccountProps {
  account: Account;
}

/** What the last post did. */
function Outcome({ account }: AccountProps) {
  const [params] = useSearchParams();
  const { email } = account;
  return (
    <>
      {params.has("made") && (
        <Notice>
          The account was created.{" "}
          {account.isCodeStuck
            ? CODE_NOT_SENT
            : `The artist ID and the invitation code are on their way to ${email}.`}
        </Notice>
      )}
      {params.has("code") && (
        <Notice>
          There is a new invitation code. Everything that was signed in with the old one is signed
          out. {account.isCodeStuck ? CODE_NOT_SENT : `The code is on its way to ${email}.`}
        </Notice>
      )}
      {params.has("gone") && (
        <Notice>
          {account.mailIsOff
            ? "The email is no longer held. It goes out once email is on."
            : "The email is on its way."}
        </Notice>
      )}
    </>
  );
}

function AccountFacts({ account }: AccountProps) {
  const { artistId, email, made, status, signedIn, place, agreement } = account;
  return (
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
      <dt>Created</dt>
      <dd>{made}</dd>
      <dt>Signed in on</dt>
      <dd>
        {signedIn === 0 ? "No device" : `${signedIn} ${signedIn === 1 ? "device" : "devices"}`}
      </dd>
    </dl>
  );
}

function Submissions({ submissions }: Pick<Account, "submissions">) {
  if (submissions.length === 0) return <p>There are none yet.</p>;
  return (
    <ul className={rowList.list}>
      {submissions.map(({ id, releaseTitle, status: submissionStatus, sent }) => (
        <Group component="li" key={id} justify="space-between" gap="xs">
          <Text fw={600}>
            <TargetLink href={`/staff/submissions/${id}`}>
              {releaseTitle || "Untitled Release"}
            </TargetLink>
          </Text>
          <Dimmed>
            {submissionStatus}, sent {sent}
          </Dimmed>
        </Group>
      ))}
    </ul>
  );
}

function PublicPage({ account }: AccountProps) {
  return (
    <>
      <h2>Public page</h2>
      <p>
        {account.published ? (
          <>
            Everybody can see <a href={`/artist/${account.artistId}`}>the artist's page</a>.
          </>
        ) : (
          "Nobody can see the artist's page yet."
        )}
      </p>
      {account.unsigned && (
        <p>
          <strong>{account.unsigned}</strong>
        </p>
      )}
      <form method="post" action={`/staff/artists/${account.id}/publish`}>
        <input type="hidden" name="to" value={`/staff/artists/${account.id}`} />
        <SecondaryButton intent={account.published ? "unpublish" : "publish"}>
          {account.published ? "Unpublish the page" : "Publish the page"}
        </SecondaryButton>
      </form>
    </>
  );
}

export default function StaffArtist() {
  const account = useLoaderData<typeof loader>();
  return (
    <Stack gap="md" maw={640}>
      <p className="eyebrow">
        <a href="/staff/artists">Artists</a>
      </p>
      <h1>{account.displayName}</h1>
      <Outcome account={account} />
      <AccountFacts account={account} />
      <h2>Submissions</h2>
      <Submissions submissions={account.submissions} />
      <UnsentMails mailIsOff={account.mailIsOff} unsent={account.unsent} />
      <PublicPage account={account} />
      <h2>A new invitation code</h2>
      <p>
        We send it to {account.email} only. The old code stops working at once, and so does every
        sign-in and token made with it.
      </p>
      <form method="post">
        <SecondaryButton intent="new-code">Send a new code</SecondaryButton>
      </form>
    </Stack>
  );
}
