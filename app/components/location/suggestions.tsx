import { useEffect, useId, useRef } from "react";
import { VisuallyHidden } from "../controls";
import { useNews } from "../use-news";
import styles from "./suggestions.module.css";
import { type ComboboxOptions, entryId, useCombobox } from "./use-combobox";

interface SuggestionsProps extends Omit<ComboboxOptions, "listId"> {
  /** What the list is called. */
  label: string;
  /** The sentence where there is nothing to suggest. */
  none: () => string;
}

/** The list under an input that it makes a combobox. */
export function Suggestions({ label, none, ...options }: SuggestionsProps) {
  const listId = useId();
  const popup = useRef<HTMLDivElement>(null);
  const { open, active, entries, take } = useCombobox({ ...options, listId });
  const empty = open && entries.length === 0;

  // An opened list must be in sight, and so must the sentence that takes its place.
  useNews(open && (empty ? "sentence" : "list"), () => {
    if (open) popup.current?.scrollIntoView({ block: "nearest" });
  });
  useEffect(() => {
    if (active >= 0)
      document.getElementById(entryId(listId, active))?.scrollIntoView({ block: "nearest" });
  }, [active, listId]);

  const count = entries.length === 1 ? "1 suggestion" : `${entries.length} suggestions`;
  return (
    <div ref={popup} className={open ? styles.popup : undefined}>
      <div role="status">
        {empty && <p className={styles.none}>{none()}</p>}
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
          // biome-ignore lint/a11y/useFocusableInteractive: a focus on it would leave the input, which closes the list.
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the input, and choose from there.
          <div
            key={entry}
            id={entryId(listId, index)}
            role="option"
            aria-selected={index === active}
            className={styles.entry}
            // Pressing must not take the focus from the input, which would close the list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(entry)}
          >
            {entry}
          </div>
        ))}
      </div>
    </div>
  );
}
