import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useRevealField } from "../use-reveal-field";
import styles from "./adder.module.css";
import { tabAfter } from "./tab-after";

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
