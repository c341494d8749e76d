import { Group, Paper, Stack, Text } from "@mantine/core";
import type { SplitPerson } from "~/domain/artists/splits/split-people";
import { SHARE_STATE_LABELS, type WriterState } from "~/domain/artists/splits/split-state";

import { longTime } from "~/platform/formats/dates";
import { codeAdvice } from "~/platform/formats/optional-codes";
import { writtenName } from "~/platform/formats/written-name";
import type { StatusTone } from "~/reference/statuses";
import { CodeField } from "~/ui/code-field";
import { CheckField, EmailField, HiddenField, TextField } from "~/ui/field";
import { useFormReply } from "~/ui/form-reply-context";
import { SecondaryButton } from "~/ui/intent-button";
import { StatusMark } from "~/ui/status-mark";
import portal from "../portal.module.css";
import styles from "./split.module.css";

interface TrackState extends WriterState {
  title: string;
}

const tracksText = (count: number) => `${count} ${count === 1 ? "track" : "tracks"}`;

interface CardProps {
  person: SplitPerson;
  index: number;
  /** In the heads of columns and in sentences. */
  shortName: string;
  states: readonly TrackState[];
}

/** A songwriter with address, and what they have answered. */
export function SongwriterCard({ person, index, shortName, states }: CardProps) {
  const { errors } = useFormReply();
  const prefix = `people[${index}]`;
  const isOpen =
    !writtenName(person) ||
    codeAdvice("ipi", person.ipi) !== undefined ||
    ["firstName", "lastName"].some((name) => errors[`${prefix}.${name}`] !== undefined);
  return (
    <Paper component="li" p="sm" className={styles.person}>
      <Stack gap="xs">
        <HiddenField name={`${prefix}.id`} />
        <div>
          <Text fw={600}>{writtenName(person) || shortName}</Text>
          <Text size="sm" c="dimmed">
            Songwriter on {tracksText(states.length)}
          </Text>
        </div>
        <CheckField name={`${prefix}.me`} label="This is me" />
        <Text size="sm" c="good" className={styles.sent}>
          Confirmed by sending.
        </Text>
        <div className={styles.email}>
          <EmailField
            name={`${prefix}.email`}
            label="Email"
            placeholder={`Needed to ask ${shortName}`}
          />
        </div>
        <Answers states={states} />
        <details open={isOpen || undefined}>
          <summary className={styles.wrong}>Name, IPI number, or remove</summary>
          <Stack gap="xs">
            <TextField name={`${prefix}.firstName`} label="First name" />
            <TextField name={`${prefix}.lastName`} label="Last name" />
            <CodeField name={`${prefix}.ipi`} code="ipi" />
            <div>
              <SecondaryButton intent={`remove:${person.id}`}>Remove {shortName}</SecondaryButton>
            </div>
          </Stack>
        </details>
      </Stack>
    </Paper>
  );
}

const ANSWERS: readonly [WriterState["state"], StatusTone][] = [
  ["disputed", "bad"],
  ["waiting", "waiting"],
  ["expired", "waiting"],
  ["confirmed", "good"],
];

/** What was answered, and since when; disputes with their words. */
function Answers({ states }: Pick<CardProps, "states">) {
  return ANSWERS.flatMap(([state, tone]) => {
    const matching = states.filter((share) => share.state === state);
    const [first] = matching;
    if (!first) return [];
    const tracks = matching.length === 1 ? first.title : tracksText(matching.length);
    return (
      <Stack key={state} gap={0}>
        <Group>
          <StatusMark tone={tone}>
            {SHARE_STATE_LABELS[state]}: {tracks}
          </StatusMark>
        </Group>
        <Text size="sm" c="dimmed">
          {longTime(first.changedAt ?? "")}
        </Text>
        {state === "disputed" &&
          matching.map(({ title, note }) => (
            <blockquote key={title} className={portal.quote}>
              {matching.length > 1 && `${title}: `}
              {note}
            </blockquote>
          ))}
      </Stack>
    );
  });
}
