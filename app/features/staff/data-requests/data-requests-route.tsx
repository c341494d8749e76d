import { Alert, Paper, Stack, Text, Textarea, TextInput } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { SecondaryButton } from "~/ui/intent-button";
import { LocalTime } from "~/ui/local-time";
import { titled } from "~/ui/page-title";
import { Dimmed } from "../dimmed";
import { Disclosure } from "../disclosure";
import { PostButton } from "../post-button";
import { StaffPage } from "../staff-page";
import type { action, loader } from "./data-requests-route.server";

type RequestView = SerializeFrom<typeof loader>["open"][number];

const HEADING = "Data requests";
const NOTICES = {
  begins: "It begins within five minutes.",
  over: "It had already begun, or was cancelled.",
  noted: "The note is saved.",
  recorded: "The deletion is recorded, and the artist was told by email.",
};

export const meta = titled(HEADING);

/** Requests about artists' data: open ones with their due dates, and closed ones. */
export default function DataRequests() {
  const { open, over } = useLoaderData<typeof loader>();
  const trouble = useActionData<typeof action>()?.trouble;
  return (
    <StaffPage heading={HEADING} notices={trouble ? undefined : NOTICES} maxWidth={720}>
      {trouble && (
        <Alert color="bad" role="alert">
          {trouble}
        </Alert>
      )}
      <h2>Deletions to do</h2>
      {open.length === 0 && <Text c="dimmed">There are none.</Text>}
      {open.map((request) => (
        <RequestCard key={request.id} {...request}>
          <OpenRequest {...request} />
        </RequestCard>
      ))}
      <Paper p="sm">
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
      </Paper>
      <h2>Done</h2>
      {over.length === 0 && <Text c="dimmed">Nothing yet.</Text>}
      {over.map((request) => (
        <RequestCard key={request.id} {...request}>
          {request.report && (
            <Disclosure summary="What was deleted, and what is kept">
              <Lines heading="Deleted" lines={request.report.deleted} />
              <Lines heading="Kept" lines={request.report.kept} />
            </Disclosure>
          )}
        </RequestCard>
      ))}
    </StaffPage>
  );
}

function RequestCard(request: RequestView & { children: ReactNode }) {
  const { kind, who, askedOn, state, dueOn, isLate, byHand, isOver, children } = request;
  return (
    <Paper component="article" p="sm" style={{ overflowWrap: "anywhere" }}>
      <Stack gap="xs">
        <header>
          <h3>{who}</h3>
          <Dimmed>
            {kind}, requested on {askedOn}. {state}.
          </Dimmed>
        </header>
        {isLate && (
          <Alert color="bad" p="xs" role="note">
            Overdue: it was due by <strong>{dueOn}</strong>
          </Alert>
        )}
        {!isLate && !isOver && (
          <p>
            Due by <strong>{dueOn}</strong>
          </p>
        )}
        {/* What could not be removed automatically at other services. */}
        {byHand.length > 0 && <Lines heading="For you to remove by hand" lines={byHand} />}
        {children}
      </Stack>
    </Paper>
  );
}

function OpenRequest({ id, who, waits, notes }: RequestView) {
  return (
    <>
      {notes.map((note) => (
        <Paper key={note.id} p="xs" bg="var(--sunken)">
          <Text style={{ whiteSpace: "pre-line" }}>{note.text}</Text>
          <Dimmed>
            {note.staffName}, <LocalTime at={note.createdAt} />
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
          <p>{`Everything is deleted within minutes. Nobody can undo that, not even ${who}.`}</p>
          <PostButton intent="now" fields={{ request: id }} mt="sm">
            Delete now
          </PostButton>
        </Disclosure>
      )}
    </>
  );
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
