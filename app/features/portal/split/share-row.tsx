import { Group, Table, Text, TextInput, VisuallyHidden } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import type { SplitShare } from "~/domain/artists/splits/split-people";
import { shareNote, sharesDisplay } from "~/domain/submission/music/songwriters";
import { useField, useValuesReplaced } from "~/ui/field";
import { useFormReply } from "~/ui/form-reply-context";
import { StatusShape } from "~/ui/status-mark";
import { useDebounced } from "~/ui/use-debounced";
import styles from "./shares.module.css";

/** A person with the name that stands above their shares. */
export interface ShareColumn {
  id: string;
  name: string;
}

interface InputRowProps {
  /** Of the row's list of shares. */
  name: string;
  title: ReactNode;
  hint?: string | undefined;
  /** What the row is about, at the end of the labels. */
  about: string;
  columns: readonly ShareColumn[];
  shares: readonly SplitShare[];
  /** Says in the form that the row differs. */
  ownField?: string;
}

/** A row of inputs, with what is wrong about its total. */
export function InputRow({ name, title, hint, about, columns, shares, ownField }: InputRowProps) {
  const { errors } = useFormReply();
  const { state, text, total, rounding, spoken } = sharesDisplay(shares);
  const announcement = useDebounced(state === "done" ? "" : spoken);
  const isRefused = errors[`${name}[0].percentage`] !== undefined && state !== "done";
  const tone = state === "done" ? "good" : state === "over" || isRefused ? "bad" : "waiting";
  const notes = shares.map(({ typedShare, percentage }) => shareNote(typedShare, percentage));
  const texts = [...new Set([...notes, rounding])].filter(Boolean);
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
        <VisuallyHidden component="span" role="status">
          {announcement}
        </VisuallyHidden>
        {ownField && <input type="hidden" name={ownField} value="on" />}
      </Table.Th>
      {columns.map((person, index) => (
        <Table.Td key={person.id}>
          <ShareInput
            name={`${name}[${index}].percentage`}
            label={`${person.name}${about}, in %`}
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
