import { Alert, Button, Group, Paper, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { type FieldErrors, invalidError } from "~/forms/form-reply";
import { TextField } from "~/ui/field";
import { FormReplyContext, NO_REPLY } from "~/ui/form-reply-context";
import { StatusMark } from "~/ui/status-chip";

interface MailTest {
  address: string;
  error?: string;
  /** The outcome of the last test. */
  came?: { ok: boolean; words: string };
}

/** Sends a test mail through the outbox. */
function TestMailForm({ address, error, came: outcome }: MailTest) {
  const errors: FieldErrors = error === undefined ? {} : { to: invalidError(error) };
  const first = error === undefined ? undefined : "to";
  return (
    <FormReplyContext.Provider
      value={{ ...NO_REPLY, values: { to: address }, errors, focusField: first }}
    >
      {outcome && (
        <Alert color={outcome.ok ? "good" : "bad"} p="xs" role="status">
          <strong>Test mail: {outcome.ok ? "well." : "not well."}</strong> {outcome.words}
        </Alert>
      )}
      <form method="post">
        <Stack gap="xs" align="start">
          <TextField
            name="to"
            label="Your email address"
            hint="The test mail goes there, through the outbox as any other."
            type="email"
            autoComplete="email"
            w="100%"
            maw={384}
          />
          <Button type="submit" name="intent" value="test-mail" variant="default">
            Send a test mail
          </Button>
        </Stack>
      </form>
    </FormReplyContext.Provider>
  );
}

interface Answer {
  ok: boolean;
  at: string;
  ms: number;
  said: string;
}

/** The display data of a connection. */
interface Connection {
  name: string;
  title: string;
  purpose: string;
  without?: string;
  state: "live" | "sandbox" | "off";
  own: boolean;
  missing: readonly string[];
  further: readonly string[];
  last?: Answer;
  answeredAt?: string;
  write?: Answer;
}

const states = {
  live: { word: "Live", tone: "good", means: "The real service." },
  sandbox: {
    word: "Sandbox",
    tone: "waiting",
    means: "A test version on this computer: it sends nothing out.",
  },
  off: { word: "Off", tone: "neutral", means: "Not set up." },
} as const;

function nameList(list: readonly string[]): ReactNode {
  return list.map((name, index) => (
    <span key={name}>
      {index > 0 && ", "}
      <code>{name}</code>
    </span>
  ));
}

/** The result of a test; a new one is announced to screen readers. */
function AnswerLine({
  answer,
  testName,
  isNew,
}: {
  answer: Answer;
  testName: string;
  isNew: boolean;
}) {
  const { ok, at, ms, said: message } = answer;
  return (
    // Without a role it would be an alert.
    <Alert color={ok ? "good" : "bad"} p="xs" role={isNew ? "status" : "note"}>
      <strong>
        {isNew ? `${testName} just now: ` : ""}
        {ok ? "Well." : "Not well."}
      </strong>{" "}
      {message}{" "}
      <Text span inherit c="dimmed">
        {`${at}, after ${ms} ms.`}
      </Text>
    </Alert>
  );
}

function Setting({ connection }: { connection: Connection }) {
  const { state, missing, further: furtherNames, without } = connection;
  if (state === "live") return null;
  return (
    <>
      {state === "off" && without && <p>Without it: {without}</p>}
      {missing.length > 0 && (
        <Text size="sm" c="dimmed">
          {state === "off" ? "To set it up, set " : "For the real service, set "}
          {nameList(missing)}
          {furtherNames.length > 0 && <> (and, where needed, {nameList(furtherNames)})</>}.
        </Text>
      )}
    </>
  );
}

interface ConnectionListProps {
  rows: readonly Connection[];
  /** The name of what was just tested. */
  testedName?: string;
  mail: MailTest;
}

function ConnectionCard({
  connection,
  testedName,
  mail,
}: { connection: Connection } & Pick<ConnectionListProps, "testedName" | "mail">) {
  const { name, title, purpose, state, last, answeredAt, write } = connection;
  const isOn = state !== "off";
  return (
    <Paper component="li" p="sm" id={name} style={{ overflowWrap: "anywhere" }}>
      <Stack gap="xs">
        <Group justify="space-between" align="baseline" gap="xs">
          <h3>{title}</h3>
          <StatusMark tone={states[state].tone}>{states[state].word}</StatusMark>
        </Group>
        <p>{purpose}</p>
        {!connection.own && (
          <Text size="sm" c="dimmed">
            {states[state].means}
          </Text>
        )}
        <Setting connection={connection} />
        {isOn && !last && (
          <Text size="sm" c="dimmed">
            Not asked yet.
          </Text>
        )}
        {last && <AnswerLine answer={last} testName="Tested" isNew={testedName === name} />}
        {answeredAt && (
          <Text size="sm" c="dimmed">
            It last answered {answeredAt}.
          </Text>
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
                <Button type="submit" name="intent" value={`test:${name}`} variant="default">
                  Test<VisuallyHidden> {title}</VisuallyHidden>
                </Button>
                {name === "drive" && (
                  <Button type="submit" name="intent" value="write-test" variant="default">
                    Write a test file
                  </Button>
                )}
                {name === "board" && (
                  <Button component="a" href="/staff/connections/board" variant="subtle">
                    Its columns
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
    ["The portal's own stores", rows.filter(({ own }) => own)],
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
