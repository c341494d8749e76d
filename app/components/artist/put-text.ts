/**
 * Puts a text into an input as if it were typed, so that whatever listens to typing hears of it:
 * setting `value` alone is hidden from React, and silent for everyone else.
 */
export function putText(input: HTMLInputElement, text: string): void {
  if (input.value === text) return;
  input.setRangeText(text, 0, input.value.length, "end");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** The input with an id, if the page has one. */
export function inputOf(id: string): HTMLInputElement | undefined {
  const element = document.getElementById(id);
  return element instanceof HTMLInputElement ? element : undefined;
}
