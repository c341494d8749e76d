import { Alert, Button, Group, Paper, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { outcomeWord } from "~/domain/review/connection-text";
import type { FormReply } from "~/forms/form-reply";
import { TextField } from "~/ui/field";
import { SecondaryButton } from "~/ui/intent-button";
import { LocalTime } from "~/ui/local-time";
import { FormAnswer } from "~/ui/plain-form";
import { StatusMark } from "~/ui/status-mark";
import { Dimmed } from "../dimmed";
import type { loader } from "./connections-route.server";

type ConnectionRow = SerializeFrom<typeof loader>["rows"][number];

interface MailTest {
  address: string;
  reply?: FormReply | undefined;
  /** The outcome of the last test. */
  came?: { ok: boolean; words: string };
}

/** Sends a test mail through the outbox. */
function TestMailForm({ address, reply, came: outcome }: MailTest) {
  return (
    <FormAnswer reply={reply} initial={{ to: address }}>
      {outcome && (
        <Alert color={outcome.ok ? "good" : "bad"} p="xs" role="status">
          <strong>Test email: {outcome.ok ? "it works." : "it doesn't work."}</strong>{" "}
          {outcome.words}
        </Alert>
      )}
      <form method="post">
        <Stack gap="xs" align="start">
          <TextField
            name="to"
            label="Your email address"
            hint="We send the test email there, through the outbox like any other."
            type="email"
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
  if (kind === "without") return <p>{content}</p>;
  return <Dimmed>{content}</Dimmed>;
}

/** The result of a test; a new one is announced to screen readers. */
function AnswerLine({
  answer,
  testName,
  isNew,
}: {
  answer: NonNullable<ConnectionRow["last"]>;
  testName: string;
  isNew: boolean;
}) {
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

interface ConnectionListProps {
  rows: ConnectionRow[];
  /** The name of what was just tested. */
  testedName?: string;
  mail: MailTest;
}

function ConnectionCard({
  connection,
  testedName,
  mail,
}: { connection: ConnectionRow } & Pick<ConnectionListProps, "testedName" | "mail">) {
  const { name, title, word, sentences, purpose, state, last, answeredAt, write } = connection;
  const isOn = state !== "off";
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
        {last && <AnswerLine answer={last} testName="Tested" isNew={testedName === name} />}
        {answeredAt && (
          <Dimmed>
            Last answer: <LocalTime at={answeredAt} />.
          </Dimmed>
        )}
        {write && (
          <AnswerLine answer={write} testName="Written to" isNew={testedName === "drive-write"} />
        )}
        {name === "mail" ? (
          <TestMailForm {...mail} />
        ) : (
          isOn && (
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
          )
        )}
      </Stack>
    </Paper>
  );
}

/** All connections: other services first, then the portal's own stores. */
export function ConnectionList({ rows, testedName, mail }: ConnectionListProps) {
  const groups = [
    ["Other services", rows.filter(({ own }) => !own)],
    ["The portal's own storage", rows.filter(({ own }) => own)],
  ] as const;
  return groups.map(([heading, connections]) => (
    <Stack component="section" key={heading}>
      <h2>{heading}</h2>
      <Stack component="ul">
        {connections.map((connection) => (
          <ConnectionCard
            key={connection.name}
            connection={connection}
            testedName={testedName}
            mail={mail}
          />
        ))}
      </Stack>
    </Stack>
  ));
}
