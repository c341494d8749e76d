declare global {
  interface Window {
    /** Ends the recording. @returns the keys, the first one first. */
    takeEarlyKeys?: () => string[];
  }
}

/** Whoever has waited longer does not expect an old key to do something. */
const PATIENCE_MS = 10_000;

/**
 * Records the single keys that are pressed before the scripts of a page with shortcuts run. What is typed
 * into fields, and what links and buttons do by themselves, is left alone. Pages get its source text, so it
 * may use nothing but its argument.
 */
function recordEarlyKeys(patience: number): void {
  const controls = "input, textarea, select, [contenteditable], a[href], button, summary, audio";
  const keys: { key: string; at: number }[] = [];
  const record = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || !(key.length === 1 || key === "Enter")) return;
    if (target instanceof Element && target.matches(controls)) return;
    // Space would scroll the page, and do its work later.
    if (key === " ") event.preventDefault();
    keys.push({ key, at: Date.now() });
  };
  document.addEventListener("keydown", record);
  window.takeEarlyKeys = () => {
    document.removeEventListener("keydown", record);
    const recent = keys.every(({ at }) => Date.now() - at < patience) ? keys : [];
    return recent.splice(0).map(({ key }) => key);
  };
}

/** The source text of it, for the head of pages with shortcuts. */
export const EARLY_KEYS = `(${recordEarlyKeys})(${PATIENCE_MS});`;
