import { useEffect, useRef } from "react";

type KeyHandler = (event: KeyboardEvent) => void;

/** The storage key for switching single-key shortcuts off, as WCAG 2.1.4 requires. */
const STORAGE_KEY = "staff-keys";

export function areShortcutsEnabled(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== "off";
  } catch {
    return true;
  }
}

export function setShortcutsEnabled(isEnabled: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, isEnabled ? "on" : "off");
  } catch {
    // Without storage they stay on.
  }
}

const TEXT_FIELDS = "input:not([type=checkbox]), textarea, select, [contenteditable]";
/** Space also presses buttons and other controls that have the focus. */
const SPACE_TARGETS = `${TEXT_FIELDS}, button, summary, audio, input`;

/** Whether the focused element or the browser handles the key. */
function isHandledElsewhere({
  target,
  key,
  ctrlKey,
  metaKey,
  altKey,
  defaultPrevented,
}: KeyboardEvent) {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return true;
  if (document.querySelector("dialog[open]")) return true;
  return target instanceof Element && target.matches(key === " " ? SPACE_TARGETS : TEXT_FIELDS);
}

/** Single-key shortcuts of a page, by `KeyboardEvent.key`; ignored while somebody types. */
export function useShortcuts(keys: Readonly<Record<string, KeyHandler | undefined>>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const handler = latest.current[event.key];
      if (!handler || isHandledElsewhere(event) || !areShortcutsEnabled()) return;
      event.preventDefault();
      handler(event);
    };
    document.addEventListener("keydown", handleKeyDown);
    return () => document.removeEventListener("keydown", handleKeyDown);
  }, []);
}
