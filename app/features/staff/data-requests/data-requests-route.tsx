import { Alert, Paper, Stack, Text, Textarea, TextInput } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { SecondaryButton } from "~/ui/intent-button";
import { LocalTime } from "~/ui/local-time";
import { titled } from "~/ui/page-title";
import { Dimmed } from "../dimmed";
import { Disclosure } from "../disclosure";
import { Notice } from "../notice";
import type { action, loader } from "./data-requests-route.server";

type Requests = SerializeFrom<typeof loader>;

type RequestView = Requests["open"][number];

interface RequestsPageProps {
  heading: string;
  requests: Requests;
  noticeCode?: string | undefined;
  trouble?: string | undefined;
}

interface CardProps {
  component?: "article" | "div";
  children: ReactNode;
}

const NOTICES = new Map([
  ["begins", "It begins within five minutes."],
  ["over", "It had already begun, or was cancelled."],
  ["noted", "The note is saved."],
  ["recorded", "The deletion is recorded, and the artist was told by email."],
]);

/** Requests about artists' data: open ones with their due dates, and closed ones. */
function RequestsPage({ heading, requests, noticeCode = "", trouble }: RequestsPageProps) {
  const noticeText = NOTICES.get(noticeCode);
  return (
    <Stack>
      <h1>{heading}</h1>
      {trouble && (
        <Alert color="bad" role="alert">
          {trouble}
        </Alert>
      )}
      {!trouble && noticeText && <Notice>{noticeText}</Notice>}
      <h2>Deletions to do</h2>
      {requests.open.length === 0 && <Text c="dimmed">There are none.</Text>}
      {requests.open.map((request) => (
        <OpenRequest key={request.id} {...request} />
      ))}
      <Card component="div">
        <Disclosure summary="Somebody asked by email or phone">
          <form method="post">
            <Stack align="start" maw={560}>
              <TextInput
                id="artist"
                name="artist"
                label="Artist ID"
                description="First make sure that it really is the artist: write to the address of the account."
                autoComplete="off"
                w="100%"
              />
              <SecondaryButton intent="record">Record their deletion</SecondaryButton>
            </Stack>
          </form>
        </Disclosure>
      </Card>
      <h2>Done</h2>
      {requests.over.length === 0 && <Text c="dimmed">Nothing yet.</Text>}
      {requests.over.map((request) => (
        <Card key={request.id}>
          <Head {...request} />
          <ManualSteps lines={request.byHand} />
          {request.report && (
            <Disclosure summary="What was deleted, and what is kept">
              <Lines heading="Deleted" lines={request.report.deleted} />
              <Lines heading="Kept" lines={request.report.kept} />
            </Disclosure>
          )}
        </Card>
      ))}
    </Stack>
  );
}

/** One request, or a way to add one. */
function Card({ component = "article", children }: CardProps) {
  return (
    <Paper component={component} p="sm" maw={720} style={{ overflowWrap: "anywhere" }}>
      <Stack gap="xs">{children}</Stack>
    </Paper>
  );
}

function Head({ kind, who, askedOn, state }: RequestView) {
  return (
    <header>
      <h3>{who}</h3>
      <Dimmed>
        {kind}, requested on {askedOn}. {state}.
      </Dimmed>
    </header>
  );
}

function OpenRequest(request: RequestView) {
  const { id, who, dueOn, isLate, waits, notes, byHand } = request;
  return (
    <Card>
      <Head {...request} />
      {isLate ? (
        <Alert color="bad" p="xs" role="note">
          Overdue: it was due by <strong>{dueOn}</strong>
        </Alert>
      ) : (
        <p>
          Due by <strong>{dueOn}</strong>
        </p>
      )}
      <ManualSteps lines={byHand} />
      {notes.map((note) => (
        <Paper key={note.id} p="xs" bg="var(--sunken)">
          <Text style={{ whiteSpace: "pre-line" }}>{note.text}</Text>
          <Dimmed>
            {note.by}, <LocalTime at={note.at} />
          </Dimmed>
        </Paper>
      ))}
      <form method="post">
        <input type="hidden" name="request" value={id} />
        <Stack align="start" maw={560}>
          <Textarea
            w="100%"
            id={`note-${id}`}
            name="note"
            label={`Note about the request of ${who}`}
            rows={2}
            maxLength={2000}
          />
          <SecondaryButton intent="note">Save note</SecondaryButton>
        </Stack>
      </form>
      {waits && (
        <Disclosure summary="Don't wait">
          <form method="post">
            <input type="hidden" name="request" value={id} />
            <Stack align="start">
              <p>{`Everything is deleted within minutes. Nobody can undo that, not even ${who}.`}</p>
              <SecondaryButton intent="now">Delete now</SecondaryButton>
            </Stack>
          </form>
        </Disclosure>
      )}
    </Card>
  );
}

/** What could not be removed automatically at other services. */
function ManualSteps({ lines }: { lines: readonly string[] }) {
  return lines.length === 0 ? null : <Lines heading="For you to remove by hand" lines={lines} />;
}

function Lines({ heading, lines }: { heading: string; lines: readonly string[] }) {
  return (
    <>
      <Text component="h4" fw={600}>
        {heading}
      </Text>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}

const HEADING = "Data requests";

export const meta = titled(HEADING);

export default function DataRequests() {
  const requests = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  return (
    <RequestsPage
      heading={HEADING}
      requests={requests}
      noticeCode={[...params.keys()][0]}
      trouble={reply?.trouble}
    />
  );
}
