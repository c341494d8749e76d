import { Group } from "@mantine/core";
import type { MetaFunction, SerializeFrom } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/ui/page-title";
import { Dimmed } from "../dimmed";
import { Facts } from "../facts";
import { pluralize } from "../format-count";
import { PostButton } from "../post-button";
import { RowList } from "../row-list";
import { StaffPage } from "../staff-page";
import { TargetLink } from "../target-link";
import type { loader } from "./artist-account-route.server";
import { UnsentMails } from "./unsent-mails";

const CODE_NOT_SENT = "But its email hasn't been sent yet. See 'Unsent emails' below.";

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) =>
  pageTitle(data?.displayName ?? "Artist", page);

type Account = SerializeFrom<typeof loader>;

/** What the last post did. */
const noticesOf = ({ email, isCodeStuck, mailIsOff }: Account) => ({
  made: `The account was created. ${
    isCodeStuck
      ? CODE_NOT_SENT
      : `The artist ID and the invitation code are on their way to ${email}.`
  }`,
  code: `There is a new invitation code. Everything that was signed in with the old one is signed out. ${
    isCodeStuck ? CODE_NOT_SENT : `The code is on its way to ${email}.`
  }`,
  gone: mailIsOff
    ? "The email is no longer held. It goes out once email is on."
    : "The email is on its way.",
});

function PublicPage({ id, artistId, isPublished, unsigned }: Account) {
  const path = `/staff/artists/${id}`;
  return (
    <>
      <h2>Public page</h2>
      <p>
        {isPublished ? (
          <>
            Everybody can see <a href={`/artist/${artistId}`}>the artist's page</a>.
          </>
        ) : (
          "Nobody can see the artist's page yet."
        )}
      </p>
      {unsigned && (
        <p>
          <strong>{unsigned}</strong>
        </p>
      )}
      <PostButton
        action={`${path}/publish`}
        fields={{ to: path }}
        intent={isPublished ? "unpublish" : "publish"}
      >
        {isPublished ? "Unpublish the page" : "Publish the page"}
      </PostButton>
    </>
  );
}

export default function StaffArtist() {
  const account = useLoaderData<typeof loader>();
  const { agreement, signedIn } = account;
  return (
    <StaffPage
      above={<a href="/staff/artists">Artists</a>}
      heading={account.displayName}
      notices={noticesOf(account)}
    >
      <Facts
        facts={{
          "Artist ID": account.artistId,
          Email: account.email,
          Name: account.name || "Not given",
          Place: account.place || "Not given",
          Status: account.status,
          Agreement: agreement ? (
            <a href={`/agreement/${agreement.requestId}.pdf`}>
              Signed {agreement.signedAt}, version {agreement.templateVersion}
            </a>
          ) : (
            "Not signed"
          ),
          Created: account.made,
          "Signed in on": signedIn === 0 ? "No device" : pluralize(signedIn, "device"),
        }}
      />
      <h2>Submissions</h2>
      <RowList rows={account.submissions} empty="There are none yet.">
        {({ id, releaseTitle, status, sent }) => (
          <Group justify="space-between" gap="xs">
            <TargetLink isName href={`/staff/submissions/${id}`}>
              {releaseTitle || "Untitled Release"}
            </TargetLink>
            <Dimmed>
              {status}, sent {sent}
            </Dimmed>
          </Group>
        )}
      </RowList>
      <UnsentMails {...account} />
      <PublicPage {...account} />
      <h2>A new invitation code</h2>
      <p>
        We send it to {account.email} only. The old code stops working at once, and so does every
        sign-in and token made with it.
      </p>
      <PostButton intent="new-code">Send a new code</PostButton>
    </StaffPage>
  );
}
