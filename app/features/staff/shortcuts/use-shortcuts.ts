import { useWindowEvent } from "@mantine/hooks";
import { useLocation, useNavigation } from "@remix-run/react";

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

const TEXT_FIELDS = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
/** Space also presses buttons and other controls that have the focus. */
const SPACE_TARGETS = `${TEXT_FIELDS}, button, summary, audio, input`;

/** Lets the page draw what a key has opened. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** Does what keys were pressed for before the scripts ran. Call it once all shortcuts of the page are there. */
export async function replayEarlyKeys(): Promise<void> {
  for (const key of window.takeEarlyKeys?.() ?? []) {
    await nextTask();
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    // Enter presses the button of the form that an earlier key has opened.
    if (
      key === "Enter" &&
      target instanceof HTMLButtonElement &&
      target.closest("[data-decides-by-keys]")
    )
      target.click();
  }
}

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

/** A key by its name; digits with Shift as `Shift+1`, whatever sign they have on a keyboard. */
function keyName({ key, code, shiftKey }: KeyboardEvent): string {
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  return shiftKey && digit ? `Shift+${digit}` : key;
}

/**
 * Single-key shortcuts of a page, by `KeyboardEvent.key`; ignored while somebody types, and while another entry
 * is on its way: keys are meant for that one.
 */
export function useShortcuts(keys: Readonly<Record<string, KeyHandler | undefined>>): void {
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname;
  useWindowEvent("keydown", (event) => {
    const handler = keys[keyName(event)];
    if (!handler || isHandledElsewhere(event) || !areShortcutsEnabled()) return;
    event.preventDefault();
    if (next === undefined || next === pathname) handler(event);
  });
}
