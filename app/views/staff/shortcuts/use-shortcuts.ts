import { useEffect, useRef } from "react";

/** What a key does on a page. */
type Press = (event: KeyboardEvent) => void;

/** Where whoever types with one finger, or speaks, has switched the keys off (WCAG 2.1.4). */
const SWITCH = "staff-keys";

/** Whether single keys do something in this browser. */
export function areShortcutsEnabled(): boolean {
  try {
    return localStorage.getItem(SWITCH) !== "off";
  } catch {
    return true;
  }
}

/** Switches single keys on or off for this browser. */
export function setShortcutsEnabled(on: boolean): void {
  try {
    localStorage.setItem(SWITCH, on ? "on" : "off");
  } catch {
    // A browser that keeps nothing has them on.
  }
}

const TYPES = "input:not([type=checkbox]), textarea, select, [contenteditable]";
/** Space is the press of whatever has the focus. */
const PRESSES = `${TYPES}, button, summary, audio, input`;

/** Whether a key belongs to what has the focus, or to the browser. */
function isTaken({ target, key, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent) {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return true;
  if (document.querySelector("dialog[open]")) return true;
  return target instanceof Element && target.matches(key === " " ? PRESSES : TYPES);
}

/** Single keys of a page, by what the browser calls them; never while somebody types. */
export function useShortcuts(keys: Readonly<Record<string, Press | undefined>>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = latest.current[event.key];
      if (!act || isTaken(event) || !areShortcutsEnabled()) return;
      event.preventDefault();
      act(event);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
