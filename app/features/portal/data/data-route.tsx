import { Alert, Box, Button, Paper, Stack, TextInput } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { Fragment } from "react";
import {
  ANSWER_DAYS,
  DELETION_GRACE_DAYS,
  MAX_EXPORTS_PER_DAY,
  RETENTION_YEARS,
} from "~/domain/privacy/retention-periods";
import type { FormReply } from "~/forms/form-reply";
import { CONFIRMED_MINUTES } from "~/platform/sign-in-periods";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import notice from "~/ui/notice-page.module.css";
import { titled } from "~/ui/page-title";
import type { action, loader } from "./data-route.server";

type StoredData = SerializeFrom<typeof loader>;

interface DataPageProps {
  heading: string;
  storedData: StoredData;
  /** Of a confirmation that did not match. */
  reply: FormReply<{ confirm: string }> | undefined;
  /** The notice code in the address, set by the last action. */
  noticeCode?: string | undefined;
}

const NOTICES = new Map([
  [
    "confirmed",
    `Thank you, we know that it's you. You have ${CONFIRMED_MINUTES} minutes to download or delete your data.`,
  ],
  ["asked", "We have your request, and we sent you an email about it."],
  ["kept", "We won't delete anything. We're glad that you stay."],
  ["begun", "We have started to delete your data, so you can't cancel it any more."],
  [
    "enough",
    `You have downloaded your data ${MAX_EXPORTS_PER_DAY} times within a day. Try again tomorrow.`,
  ],
]);

const DATA_KINDS = [
  [
    "Your account",
    "artist ID, email address, profile and picture, and when and how you signed in.",
  ],
  ["Your submissions", "what you typed and sent, your files and clips, and our answers."],
  ["Your releases", "what stores need to know, and what songwriters answered about their shares."],
  ["Agreements", "those you were asked to sign, with their text, and the signed PDFs."],
  ["Mails and links", "emails to you, your invitations, and what you sent for the waiting list."],
] as const;

/** The data stored about an artist, with its download and its deletion. */
function DataPage({ heading, storedData, reply, noticeCode = "" }: DataPageProps) {
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
          One zip file with all your data: texts that people and programs can read, and your music,
          pictures and PDFs. It can be large, so use a fast connection. You can download it{" "}
          {MAX_EXPORTS_PER_DAY} times a day.
        </p>
        <form method="post" action="/edit-profile/data/download">
          <Button type="submit">Download everything</Button>
        </form>
        <p className={notice.small}>
          How long we keep your data, and why, is in our{" "}
          <a href="/privacy-policy">privacy policy</a>.
        </p>
      </Stack>
      {!storedData.deletion && <DeletionForm storedData={storedData} reply={reply} />}
    </div>
  );
}

function PendingDeletion({ askedOn, startsOn, dueOn, begun }: NonNullable<StoredData["deletion"]>) {
  return (
    <Paper component="section" p="sm" bg="var(--waiting-wash)">
      <Stack>
        <h2>We will delete your data</h2>
        <p>
          You asked for it on {askedOn}. {begun ? "We have begun" : `We begin on ${startsOn}`} and
          are done by {dueOn} at the latest. Then we send you one last email.
        </p>
        {!begun && (
          <form method="post">
            <IntentButton intent="keep">I've changed my mind</IntentButton>
          </form>
        )}
      </Stack>
    </Paper>
  );
}

function DeletionForm({ storedData, reply }: Pick<DataPageProps, "storedData" | "reply">) {
  const { artistId, name } = storedData;
  const acceptedNames = name === "" ? artistId : `${artistId}, or ${name}`;
  return (
    <Stack component="section" py="sm">
      <h2>Delete my data</h2>
      <p>
        We delete your account, profile and picture, drafts, emails and links, submissions that we
        did not accept, and all their files. You can't sign in any more.
      </p>
      <p>
        The law or a signed agreement makes us keep some things. We keep releases that we accepted
        and agreements that you signed for {RETENTION_YEARS.submission} years. We keep their music
        files until {RETENTION_YEARS.music} years after the agreement ends.
      </p>
      <p>
        You have {DELETION_GRACE_DAYS} days to change your mind; we're done within {ANSWER_DAYS}. A
        release that is out stays out: to take it down, write to{" "}
        <a href={`mailto:${storedData.supportEmail}`}>{storedData.supportEmail}</a>.
      </p>
      <form method="post">
        <Stack align="flex-start" maw={420}>
          <TextInput
            id="confirm"
            type="text"
            w="100%"
            name="confirm"
            label="Your artist ID or artist name"
            description={`So that nobody does this by mistake: ${acceptedNames}`}
            defaultValue={reply?.values.confirm}
            autoComplete="off"
            autoFocus={reply !== undefined || undefined}
            error={reply?.errors.confirm?.text}
          />
          <SecondaryButton intent="delete">Delete my data</SecondaryButton>
        </Stack>
      </form>
    </Stack>
  );
}

const HEADING = "What we store about you";

export const meta = titled(HEADING);

export default function HeldData() {
  const heldData = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  return (
    <DataPage
      heading={HEADING}
      storedData={heldData}
      reply={reply}
      noticeCode={[...params.keys()][0]}
    />
  );
}
