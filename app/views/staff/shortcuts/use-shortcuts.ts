import { useEffect, useRef } from "react";

type Press = (event: KeyboardEvent) => void;

/** The storage key for switching single-key shortcuts off, as WCAG 2.1.4 requires. */
const SWITCH = "staff-keys";

export function areShortcutsEnabled(): boolean {
  try {
    return localStorage.getItem(SWITCH) !== "off";
  } catch {
    return true;
  }
}

export function setShortcutsEnabled(on: boolean): void {
  try {
    localStorage.setItem(SWITCH, on ? "on" : "off");
  } catch {
    // Without storage they stay on.
  }
}

const TYPES = "input:not([type=checkbox]), textarea, select, [contenteditable]";
/** Space also presses buttons and other controls that have the focus. */
const PRESSES = `${TYPES}, button, summary, audio, input`;

/** Whether the focused element or the browser handles the key. */
function isTaken({ target, key, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent) {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return true;
  if (document.querySelector("dialog[open]")) return true;
  return target instanceof Element && target.matches(key === " " ? PRESSES : TYPES);
}

/** Single-key shortcuts of a page, by `KeyboardEvent.key`; ignored while somebody types. */
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
