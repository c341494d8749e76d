import { Button, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { type FieldErrors, invalidError } from "~/forms/form-reply";
import { TextField } from "~/ui/field";
import { FormReplyContext, NO_REPLY } from "~/ui/form-reply-context";
import { StatusMark } from "~/ui/status-chip";
import styles from "./connections.module.css";

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
        <p className={styles.answer} data-ok={outcome.ok} role="status">
          <strong>Test mail: {outcome.ok ? "well." : "not well."}</strong> {outcome.words}
        </p>
      )}
      <form method="post" className={styles.mail}>
        <TextField
          name="to"
          label="Your email address"
          hint="The test mail goes there, through the outbox as any other."
          type="email"
          autoComplete="email"
        />
        <Button type="submit" name="intent" value="test-mail" variant="default">
          Send a test mail
        </Button>
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
  live: { word: "Live", tone: "good", means: "The real thing." },
  sandbox: {
    word: "Sandbox",
    tone: "waiting",
    means: "A stand-in on this machine: nothing leaves it.",
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
    <p className={styles.answer} data-ok={ok} role={isNew ? "status" : undefined}>
      <strong>
        {isNew ? `${testName} just now: ` : ""}
        {ok ? "Well." : "Not well."}
      </strong>{" "}
      {message} <span className={styles.small}>{`${at}, after ${ms} ms.`}</span>
    </p>
  );
}

function Setting({ connection }: { connection: Connection }) {
  const { state, missing, further: furtherNames, without } = connection;
  if (state === "live") return null;
  return (
    <>
      {state === "off" && without && <p>Without it: {without}</p>}
      {missing.length > 0 && (
        <p className={styles.small}>
          {state === "off" ? "To set it up, set " : "For the real thing, set "}
          {nameList(missing)}
          {furtherNames.length > 0 && <> (and, where needed, {nameList(furtherNames)})</>}.
        </p>
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
    <li className={styles.one} id={name}>
      <div className={styles.head}>
        <h3>{title}</h3>
        <p>
          <StatusMark tone={states[state].tone}>{states[state].word}</StatusMark>
        </p>
      </div>
      <p>{purpose}</p>
      {!connection.own && <p className={styles.small}>{states[state].means}</p>}
      <Setting connection={connection} />
      {isOn && !last && <p className={styles.small}>Not asked yet.</p>}
      {last && <AnswerLine answer={last} testName="Tested" isNew={testedName === name} />}
      {answeredAt && <p className={styles.small}>It last answered {answeredAt}.</p>}
      {write && (
        <AnswerLine answer={write} testName="Written to" isNew={testedName === "drive-write"} />
      )}
      {name === "mail" ? (
        <TestMailForm {...mail} />
      ) : (
        isOn && (
          <form method="post" className={styles.presses}>
            <Button type="submit" name="intent" value={`test:${name}`} variant="default">
              Test<VisuallyHidden> {title}</VisuallyHidden>
            </Button>
            {name === "drive" && (
              <Button type="submit" name="intent" value="write-test" variant="default">
                Write a test file
              </Button>
            )}
            {name === "board" && <a href="/staff/connections/board">Its columns</a>}
          </form>
        )
      )}
    </li>
  );
}

/** All connections: other services first, then the portal's own stores. */
export function ConnectionList({ rows, testedName, mail }: ConnectionListProps) {
  const groups = [
    ["Other services", rows.filter(({ own }) => !own)],
    ["The portal's own stores", rows.filter(({ own }) => own)],
  ] as const;
  return groups.map(([heading, connections]) => (
    <section key={heading}>
      <h2>{heading}</h2>
      <ul className={styles.list}>
        {connections.map((connection) => (
          <ConnectionCard
            key={connection.name}
            connection={connection}
            testedName={testedName}
            mail={mail}
          />
        ))}
      </ul>
    </section>
  ));
}
