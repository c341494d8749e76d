import { useWindowEvent } from "@mantine/hooks";

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

let isLeaving = false;

/** Opens another page; keys that follow are meant for that one, and do nothing here. */
export function leaveFor(path: string): void {
  isLeaving = true;
  const stay = () => {
    isLeaving = false;
  };
  window.addEventListener("pageshow", stay, { once: true });
  // The other page may not come.
  setTimeout(stay, 10_000);
  location.assign(path);
}

/** Lets the page draw what a key has opened. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** Does what keys were pressed for before the scripts ran. Call it once all shortcuts of the page are there. */
export async function replayEarlyKeys(): Promise<void> {
  for (const key of window.takeEarlyKeys?.() ?? []) {
    await nextTask();
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    // Enter presses the button of a dialog that an earlier key has opened.
    if (key === "Enter" && target instanceof HTMLButtonElement && target.closest("dialog[open]"))
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
  if (isLeaving || defaultPrevented || ctrlKey || metaKey || altKey) return true;
  if (document.querySelector("dialog[open]")) return true;
  return target instanceof Element && target.matches(key === " " ? SPACE_TARGETS : TEXT_FIELDS);
}

/** Single-key shortcuts of a page, by `KeyboardEvent.key`; ignored while somebody types. */
export function useShortcuts(keys: Readonly<Record<string, KeyHandler | undefined>>): void {
  useWindowEvent("keydown", (event) => {
    const handler = keys[event.key];
    if (!handler || isHandledElsewhere(event) || !areShortcutsEnabled()) return;
    event.preventDefault();
    handler(event);
  });
}
