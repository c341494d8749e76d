import { Alert, Box, Button, Paper, Stack, TextInput } from "@mantine/core";
import { Fragment } from "react";
import notice from "~/ui/notice-page.module.css";

interface StoredData {
  artistId: string;
  name: string;
  supportEmail: string;
  deletion?: { askedOn: string; startsOn: string; dueOn: string; begun: boolean } | undefined;
}

interface DataPageProps {
  heading: string;
  storedData: StoredData;
  /** A confirmation that did not match, as typed. */
  confirmation?: string | undefined;
  /** The notice code in the address, set by the last action. */
  noticeCode?: string | undefined;
}

const NOTICES = new Map([
  ["confirmed", "Thank you, it's you. For 10 minutes you can download or delete it."],
  ["asked", "We've written it down, and sent you a mail that says so."],
  ["kept", "Nothing will be deleted. Good to have you still here."],
  ["begun", "It has begun already, so it can't be taken back any more."],
  ["enough", "You've downloaded everything three times within a day. Try again tomorrow."],
]);

const DATA_KINDS = [
  [
    "Your account",
    "artist id, email address, profile and picture, and when you signed in with what.",
  ],
  ["Your submissions", "what you typed and sent, files and clips, and what became of each."],
  ["Your releases", "what distribution needs of them, and what songwriters said of their shares."],
  ["Agreements", "those you were asked to sign, with their text, and the signed PDFs."],
  [
    "Mails and links",
    "what we wrote to you, invitations, and the waiting list, under your address.",
  ],
] as const;

/** The data stored about an artist, with its download and its deletion. */
export function DataPage({ heading, storedData, confirmation, noticeCode = "" }: DataPageProps) {
  const noticeText = NOTICES.get(noticeCode);
  return (
    <div className={notice.page}>
      <h1>{heading}</h1>
      {noticeText && (
        <Alert role="status" color="good">
          {noticeText}
        </Alert>
      )}
      {storedData.deletion && <PendingDeletion {...storedData.deletion} />}
      <dl className={notice.facts}>
        {DATA_KINDS.map(([kind, description]) => (
          <Fragment key={kind}>
            <dt>{kind}</dt>
            <Box component="dd" fw={400}>
              {description}
            </Box>
          </Fragment>
        ))}
      </dl>
      <Stack component="section" py="sm">
        <h2>Download everything</h2>
        <p>
          One zip file with all of it: texts that people and machines can read, and your music,
          pictures and PDFs as they are. It may be large, so a good line helps. Three times a day at
          most.
        </p>
        <form method="post" action="/edit-profile/data/download">
          <Button type="submit">Download everything</Button>
        </form>
        <p className={notice.small}>
          How long we keep what, and why, is in our <a href="/privacy-policy">privacy policy</a>.
        </p>
      </Stack>
      {!storedData.deletion && <DeletionForm storedData={storedData} confirmation={confirmation} />}
    </div>
  );
}

function PendingDeletion({ askedOn, startsOn, dueOn, begun }: NonNullable<StoredData["deletion"]>) {
  return (
    <Paper component="section" p="sm" bg="var(--waiting-wash)">
      <Stack>
        <h2>Your data is to be deleted</h2>
        <p>
          You asked for it on {askedOn}. {begun ? "We have begun" : `We begin on ${startsOn}`} and
          are done by {dueOn} at the latest. Then you get one last mail from us.
        </p>
        {!begun && (
          <form method="post">
            <Button type="submit" name="intent" value="keep">
              I've changed my mind
            </Button>
          </form>
        )}
      </Stack>
    </Paper>
  );
}

function DeletionForm({
  storedData,
  confirmation,
}: {
  storedData: StoredData;
  confirmation: string | undefined;
}) {
  const { artistId, name } = storedData;
  const acceptedNames = name === "" ? artistId : `${artistId}, or ${name}`;
  return (
    <Stack component="section" py="sm">
      <h2>Delete my data</h2>
      <p>
        Your account, profile and picture go, with submissions we never took on, drafts, mails and
        links, and their files. You can't sign in any more.
      </p>
      <p>
        We keep what the law or a signed agreement needs: releases we took on (7 years), their music
        files (until 3 years after the agreement ends) and agreements you signed (7 years).
      </p>
      <p>
        You have 7 days to change your mind; we're done within 30. A release that is out stays out:
        to take it down, write to{" "}
        <a href={`mailto:${storedData.supportEmail}`}>{storedData.supportEmail}</a>.
      </p>
      <form method="post">
        <Stack align="flex-start" maw={420}>
          <TextInput
            id="confirm"
            type="text"
            w="100%"
            name="confirm"
            label="Your artist id or artist name"
            description={`So that nobody does this by mistake: ${acceptedNames}`}
            defaultValue={confirmation}
            autoComplete="off"
            autoFocus={confirmation !== undefined || undefined}
            error={
              confirmation === undefined
                ? undefined
                : `That isn't it. Type your artist id, ${artistId}, to go on.`
            }
          />
          <Button type="submit" name="intent" value="delete" variant="default">
            Delete my data
          </Button>
        </Stack>
      </form>
    </Stack>
  );
}
