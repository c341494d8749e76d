import { Alert, Button, Group, Paper, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { outcomeWord } from "~/domain/review/connection-text";
import { formatBytes } from "~/platform/formats/bytes";
import { formatDuration } from "~/platform/formats/duration";
import { EmailField } from "~/ui/field";
import { SecondaryButton } from "~/ui/intent-button";
import { LocalTime } from "~/ui/local-time";
import { titled } from "~/ui/page-title";
import { FormAnswer } from "~/ui/plain-form";
import { StatusMark } from "~/ui/status-mark";
import { Dimmed } from "../dimmed";
import { StaffPage } from "../staff-page";
import type { action, loader } from "./connections-route.server";

const HEADING = "Connections";

export const meta = titled(HEADING);

type ConnectionRow = SerializeFrom<typeof loader>["rows"][number];

function TestMailForm() {
  const { staffAddress, testMail } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <FormAnswer reply={reply} initial={{ to: staffAddress }}>
      {testMail && !reply && (
        <Alert color={testMail.ok ? "good" : "bad"} p="xs" role="status">
          <strong>Test email: {testMail.ok ? "it works." : "it doesn't work."}</strong>{" "}
          {testMail.words}
        </Alert>
      )}
      <form method="post">
        <Stack gap="xs" align="start">
          <EmailField
            name="to"
            label="Your email address"
            hint="We send the test email there, through the outbox like any other."
            autoComplete="email"
            w="100%"
            maw={384}
          />
          <SecondaryButton intent="test-mail">Send a test email</SecondaryButton>
        </Stack>
      </form>
    </FormAnswer>
  );
}

const tones = { live: "good", sandbox: "waiting", off: "neutral" } as const;

const SETTING_NAME = /((?<![A-Z\d])[A-Z][A-Z\d]*(?:_[A-Z\d]+)+)/;

/** A sentence in which the names of settings stand out. */
function Sentence({ kind, text }: ConnectionRow["sentences"][number]) {
  const parts = text.split(SETTING_NAME);
  const content = parts.map((part, index) =>
    // The pattern has one group, so every second part is a name.
    index % 2 === 1 ? <code key={part}>{part}</code> : part,
  );
  return kind === "without" ? <p>{content}</p> : <Dimmed>{content}</Dimmed>;
}

interface AnswerLineProps {
  answer: NonNullable<ConnectionRow["last"]>;
  testName: string;
  isNew: boolean;
}

/** The result of a test; a new one is announced to screen readers. */
function AnswerLine({ answer, testName, isNew }: AnswerLineProps) {
  const { ok, at, ms, said } = answer;
  return (
    // Without a role it would be an alert.
    <Alert color={ok ? "good" : "bad"} p="xs" role={isNew ? "status" : "note"}>
      <strong>
        {isNew ? `${testName} just now: ` : ""}
        {outcomeWord(answer)}
      </strong>{" "}
      {said}{" "}
      <Text span inherit c="dimmed">
        <LocalTime at={at} />, after {ms} ms.
      </Text>
    </Alert>
  );
}

function TestButtons({ name, title }: ConnectionRow) {
  return (
    <form method="post">
      <Group>
        <SecondaryButton intent={`test:${name}`}>
          Test<VisuallyHidden> {title}</VisuallyHidden>
        </SecondaryButton>
        {name === "drive" && (
          <SecondaryButton intent="write-test">Write a test file</SecondaryButton>
        )}
        {name === "board" && (
          <Button component="a" href="/staff/connections/board" variant="subtle">
            Board columns
          </Button>
        )}
      </Group>
    </form>
  );
}

interface ConnectionCardProps {
  connection: ConnectionRow;
  /** What was tested just now. */
  tested: string | null;
  /** Its tests. */
  children?: ReactNode;
}

export function ConnectionCard({ connection, tested, children }: ConnectionCardProps) {
  const { name, title, word, sentences, purpose, state, last, answeredAt, write } = connection;
  return (
    <Paper component="li" p="sm" id={name} style={{ overflowWrap: "anywhere" }}>
      <Stack gap="xs">
        <Group justify="space-between" align="baseline" gap="xs">
          <h3>{title}</h3>
          <StatusMark tone={tones[state]}>{word}</StatusMark>
        </Group>
        <p>{purpose}</p>
        {sentences.map((sentence) => (
          <Sentence key={sentence.kind} {...sentence} />
        ))}
        {last && <AnswerLine answer={last} testName="Tested" isNew={tested === name} />}
        {answeredAt && (
          <Dimmed>
            Last answer: <LocalTime at={answeredAt} />.
          </Dimmed>
        )}
        {write && (
          <AnswerLine answer={write} testName="Written to" isNew={tested === "drive-write"} />
        )}
        {children}
      </Stack>
    </Paper>
  );
}

/** Whether a backup can be brought back, how old it was, and how long it took. */
function DrillLine() {
  const { drill } = useLoaderData<typeof loader>();
  if (!drill)
    return (
      <Dimmed>
        Nobody has tried to restore a backup yet: <code>npm run restore -- --drill</code>.
      </Dimmed>
    );
  const { at, copyAt, restoreSeconds, verifySeconds, rows, files, bytes, differences } = drill;
  const lostSeconds = (Date.parse(at) - Date.parse(copyAt)) / 1_000;
  return (
    <Alert color={differences === 0 ? "good" : "bad"} p="xs" role="note">
      <strong>
        {differences === 0 ? "A backup can be restored." : "A restored backup was not the same."}
      </strong>{" "}
      Last tried on <LocalTime at={at} />: {rows} rows and {files} files with {formatBytes(bytes)}{" "}
      were back after {formatDuration(restoreSeconds + verifySeconds)}. What was sent in the last{" "}
      {formatDuration(lostSeconds)} before would be lost.
    </Alert>
  );
}

/** All connections: other services first, then the portal's own stores. */
export default function StaffConnections() {
  const { rows } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  const lastTest = params.has("written") ? "drive-write" : params.get("tested");
  const groups = [
    ["Other services", rows.filter(({ own }) => !own)],
    ["The portal's own storage", rows.filter(({ own }) => own)],
  ] as const;
  return (
    <StaffPage
      heading={HEADING}
      lead="The services that the portal uses. It checks its own storage every five minutes, and the others every ten. A test checks one right now."
    >
      {groups.map(([heading, connections]) => (
        <Stack component="section" key={heading}>
          <h2>{heading}</h2>
          {connections.some(({ own }) => own) && <DrillLine />}
          <Stack component="ul">
            {connections.map((connection) => (
              <ConnectionCard
                key={connection.name}
                connection={connection}
                tested={reply ? null : lastTest}
              >
                {connection.name === "mail" && <TestMailForm />}
                {connection.canTest && <TestButtons {...connection} />}
              </ConnectionCard>
            ))}
          </Stack>
        </Stack>
      ))}
      <p>
        <Button component="a" href="/test-dashboard" variant="default">
          API test dashboard
        </Button>
      </p>
    </StaffPage>
  );
}
