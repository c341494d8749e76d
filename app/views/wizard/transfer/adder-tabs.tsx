import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useRevealField } from "~/components/use-reveal-field";
import styles from "./adder.module.css";

interface AdderTab {
  id: string;
  label: string;
  /** The name of the field in it. */
  field: string;
  panel: ReactNode;
}

/**
 * Ways to do one thing, of which one is in sight; without script all are, one after the other.
 * @param first the index of the tab to begin with.
 */
export function AdderTabs(props: { label: string; tabs: readonly AdderTab[]; first: number }) {
  const { label, tabs, first } = props;
  const scripted = useHydrated();
  const [picked, setPicked] = useState(first);
  const list = useRef<HTMLDivElement>(null);
  useRevealField((name) => {
    const index = tabs.findIndex(({ field }) => field === name);
    if (index >= 0) setPicked(index);
    return index >= 0;
  });

  function onKeyDown(event: KeyboardEvent): void {
    const next = tabAfter(event.key, picked, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    setPicked(next);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  }

  return (
    <>
      {scripted && (
        <div ref={list} role="tablist" aria-label={label} className={styles.tabs}>
          {tabs.map(({ id, label: name }, index) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`tab-${id}`}
              aria-selected={index === picked}
              aria-controls={`panel-${id}`}
              tabIndex={index === picked ? 0 : -1}
              className={styles.tab}
              onClick={() => setPicked(index)}
              onKeyDown={onKeyDown}
            >
              {name}
            </button>
          ))}
        </div>
      )}
      {tabs.map(({ id, label: name, panel }, index) => (
        <section
          key={id}
          id={`panel-${id}`}
          role={scripted ? "tabpanel" : undefined}
          aria-labelledby={`tab-${id}`}
          hidden={scripted && index !== picked}
          className={styles.panel}
        >
          {!scripted && (
            <h4 id={`tab-${id}`} className={styles.group}>
              {name}
            </h4>
          )}
          {panel}
        </section>
      ))}
    </>
  );
}

/**
 * The index of the tab that a key leads to from the one at `index`, around the ends.
 * @returns undefined for a key that is none of theirs.
 */
export function tabAfter(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case "ArrowRight":
      return (index + 1) % count;
    case "ArrowLeft":
      return (index + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
