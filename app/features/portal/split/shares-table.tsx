import type { SplitShare } from "~/domain/artists/splits/split-people";
import "@mantine/core/styles/Table.css";
import { Group, Table, Text, TextInput, VisuallyHidden } from "@mantine/core";
import { useRef } from "react";
import { type Splits, shortNames, type TrackKind } from "~/domain/artists/splits/splits";
import { shareNote, sharesDisplay } from "~/domain/submission/music/songwriters";
import { HiddenField, useField, useValuesReplaced } from "~/ui/field";
import { useFormReply } from "~/ui/form-reply-context";
import { IntentButton } from "~/ui/intent-button";
import { StatusShape } from "~/ui/status-mark";
import { useDebounced } from "~/ui/use-debounced";
import styles from "./split.module.css";

/** Why nobody is asked about a track. */
const UNASKED: Readonly<Record<Exclude<TrackKind, "shared">, string>> = {
  solo: "Solo work: nobody to ask",
  cover: "Cover version: its songwriters are not asked",
};

interface TableProps {
  /** As the page filled them in last; they decide which rows have inputs. */
  shown: Splits;
  /** As they are typed now. */
  typed: Splits;
  titles: readonly string[];
  kinds: readonly TrackKind[];
}

/** The shares by track and person: what is the same on all tracks first, then what differs. */
export function SharesTable({ shown, typed, titles, kinds }: TableProps) {
  const names = shortNames(typed.people);
  const isSingle = titles.length === 1;
  const rows = shown.tracks.map(({ own }, index) =>
    own ? { title: `Track ${index + 1}`, shares: typed.tracks[index]?.shares ?? [] } : undefined,
  );
  const problems = [{ title: "Same on all tracks", shares: typed.same }, ...rows].flatMap((row) =>
    row && sharesDisplay(row.shares).state !== "done"
      ? [`${row.title}: ${sharesDisplay(row.shares).spoken}`]
      : [],
  );
  const announcement = useDebounced(problems.join(" "));
  const first = (
    <InputRow
      name="same"
      title={isSingle ? titles[0] : "Same on all tracks"}
      hint={isSingle ? undefined : "Set it once. Change a track below only where it differs."}
      about={isSingle ? "" : ", all tracks"}
      names={names}
      shares={typed.same}
    />
  );
  return (
    <div className={styles.scroller}>
      <Table className={styles.grid}>
        <caption className={styles.caption}>
          <VisuallyHidden component="span">Shares by track and person, in percent</VisuallyHidden>
        </caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Track</Table.Th>
            {names.map((name, index) => (
              <Table.Th key={shown.people[index]?.id} scope="col">
                {name}
              </Table.Th>
            ))}
            <Table.Th scope="col">Total</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {first}
          {!isSingle &&
            shown.tracks.map(({ id, own }, index) => {
              const kind = kinds[index] ?? "shared";
              const title = (
                <>
                  <span className={styles.number}>{index + 1}</span> {titles[index]}
                  <HiddenField name={`tracks[${index}].id`} />
                </>
              );
              if (kind !== "shared")
                return (
                  <Table.Tr key={id}>
                    <Table.Th scope="row">{title}</Table.Th>
                    <Table.Td colSpan={names.length + 1}>{UNASKED[kind]}</Table.Td>
                  </Table.Tr>
                );
              return own ? (
                <InputRow
                  key={id}
                  name={`tracks[${index}].shares`}
                  title={title}
                  about={`, track ${index + 1}`}
                  names={names}
                  shares={typed.tracks[index]?.shares ?? []}
                  ownField={`tracks[${index}].own`}
                />
              ) : (
                <Table.Tr key={id}>
                  <Table.Th scope="row">{title}</Table.Th>
                  {names.map((name, person) => (
                    <Table.Td key={shown.people[person]?.id ?? name}>
                      {typed.same[person]?.percentage || 0}
                    </Table.Td>
                  ))}
                  <Table.Td>
                    <IntentButton
                      intent={`change:${id}`}
                      variant="subtle"
                      className={styles.change}
                    >
                      <Pencil />
                      <span className={styles.word} aria-hidden="true">
                        Change
                      </span>
                      <VisuallyHidden>Change track {index + 1}</VisuallyHidden>
                    </IntentButton>
                  </Table.Td>
                </Table.Tr>
              );
            })}
        </Table.Tbody>
      </Table>
      {isSingle && <HiddenField name="tracks[0].id" />}
      <VisuallyHidden component="p" role="status">
        {announcement}
      </VisuallyHidden>
    </div>
  );
}

/** Stands for "Change" on a phone. */
const Pencil = () => (
  <svg
    className={styles.pencil}
    viewBox="0 0 24 24"
    width={20}
    height={20}
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    aria-hidden="true"
  >
    <path d="m4 20 1-5L16 4l4 4L9 19Zm9-13 4 4" strokeLinejoin="round" />
  </svg>
);

interface InputRowProps {
  /** Of the row's list of shares. */
  name: string;
  title: React.ReactNode;
  hint?: string | undefined;
  /** What the row is about, at the end of the labels. */
  about: string;
  names: readonly string[];
  shares: readonly SplitShare[];
  /** Says in the form that the row differs. */
  ownField?: string;
}

/** A row of inputs, with what is wrong about its total. */
function InputRow({ name, title, hint, about, names, shares, ownField }: InputRowProps) {
  const { errors } = useFormReply();
  const { state, text, total, rounding } = sharesDisplay(shares);
  const isRefused = errors[`${name}[0].percentage`] !== undefined && state !== "done";
  const tone = state === "done" ? "good" : state === "over" || isRefused ? "bad" : "waiting";
  const notes = shares.map(({ typedShare, percentage }) => shareNote(typedShare, percentage));
  const texts = [...notes, rounding].filter(Boolean);
  return (
    <Table.Tr data-row={ownField ? "own" : "same"} data-refused={isRefused || undefined}>
      <Table.Th scope="row">
        {title}
        {hint && state === "done" && <span className={styles.hint}>{hint}</span>}
        {state !== "done" && (
          <Text span display="block" size="sm" fw={600} c={`var(--${tone})`}>
            {text}
          </Text>
        )}
        {texts.map((note) => (
          <Text key={note} span display="block" size="sm" fw={400}>
            {note}
          </Text>
        ))}
        {ownField && <input type="hidden" name={ownField} value="on" />}
      </Table.Th>
      {names.map((person, index) => (
        <Table.Td key={`${name}[${person}]`}>
          <ShareInput
            name={`${name}[${index}].percentage`}
            label={`${person}${about}, in %`}
            isRefused={isRefused}
          />
          <input
            type="hidden"
            name={`${name}[${index}].typedShare`}
            value={shares[index]?.typedShare ?? ""}
          />
        </Table.Td>
      ))}
      <Table.Td>
        <Group component="span" gap={4} wrap="nowrap" justify="end" fw={600} c={`var(--${tone})`}>
          <StatusShape tone={tone} />
          {total}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function ShareInput({
  name,
  label,
  isRefused,
}: {
  name: string;
  label: string;
  isRefused: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const { id, defaultValue, autoFocus } = useField({ name, label });
  useValuesReplaced(() => {
    if (input.current) input.current.value = defaultValue;
  });
  return (
    <TextInput
      ref={input}
      id={id}
      name={name}
      aria-label={label}
      defaultValue={defaultValue}
      autoFocus={autoFocus}
      error={isRefused}
      inputMode="numeric"
      autoComplete="off"
      className={styles.share}
    />
  );
}
