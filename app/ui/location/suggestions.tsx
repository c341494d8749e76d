import { Text, VisuallyHidden } from "@mantine/core";
import { useEffect, useId, useRef } from "react";
import { useOnMountAndChange } from "../use-on-change";
import styles from "./suggestions.module.css";
import { type ComboboxOptions, optionId, useCombobox } from "./use-combobox";

interface SuggestionsProps extends Omit<ComboboxOptions, "listId"> {
  /** The accessible name of the list. */
  label: string;
  /** The sentence that replaces an empty list. */
  emptyText: () => string;
}

/** The list below an input, which becomes a combobox. */
export function Suggestions({ label, emptyText, ...options }: SuggestionsProps) {
  const listId = useId();
  const popup = useRef<HTMLDivElement>(null);
  const { open, active, entries } = useCombobox({ ...options, listId });
  const empty = open && entries.length === 0;

  // Scrolls an opened list, or the sentence in its place, into view.
  useOnMountAndChange(open && (empty ? "sentence" : "list"), () => {
    if (open) popup.current?.scrollIntoView({ block: "nearest" });
  });
  useEffect(() => {
    if (active >= 0)
      document.getElementById(optionId(listId, active))?.scrollIntoView({ block: "nearest" });
  }, [active, listId]);

  const count = entries.length === 1 ? "1 suggestion" : `${entries.length} suggestions`;
  return (
    <div ref={popup} className={open ? styles.popup : undefined}>
      <div role="status">
        {empty && (
          <Text p="sm" c="dimmed">
            {emptyText()}
          </Text>
        )}
        {open && !empty && <VisuallyHidden>{count}. Arrow keys choose one.</VisuallyHidden>}
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label={label}
        className={styles.list}
        hidden={entries.length === 0}
      >
        {entries.map((entry, index) => (
          // The focus stays in the input, which handles the keys.
          <div
            key={entry}
            id={optionId(listId, index)}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            className={styles.entry}
          >
            {entry}
          </div>
        ))}
      </div>
    </div>
  );
}
