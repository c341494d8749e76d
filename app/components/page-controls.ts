/*
 * What stands in the page itself. The server draws every field and fields keep their own value: they
 * are used before the scripts come, filled in by browsers and restored by Back, and React is told of
 * none of it. Whoever needs such a value as it is now asks the page, through these functions.
 */

/** The input with an id, if the page has one. */
export function inputOf(id: string): HTMLInputElement | undefined {
  const element = document.getElementById(id);
  return element instanceof HTMLInputElement ? element : undefined;
}

/**
 * Puts a text into an input as if it were typed, so that whatever listens to typing hears of it:
 * setting `value` alone is hidden from React, and silent for everyone else.
 */
export function putText(input: HTMLInputElement, text: string): void {
  if (input.value === text) return;
  input.setRangeText(text, 0, input.value.length, "end");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** The text that the first control with a name holds right now; empty where there is none. */
export function textNow(name: string): string {
  const [control] = document.getElementsByName(name);
  const holds = control instanceof HTMLSelectElement || control instanceof HTMLInputElement;
  return holds ? control.value : "";
}

/** Picks one of the radios of a name. */
export function pickRadio(name: string, value: string): void {
  for (const radio of document.getElementsByName(name))
    if (radio instanceof HTMLInputElement) radio.checked = radio.value === value;
}

/** Whether a picture could not be shown; it may have failed before anyone listened. */
export function isBroken(image: HTMLImageElement | null): boolean {
  return image?.naturalWidth === 0 && image.complete;
}

function isTouched(control: Element): boolean {
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (control instanceof HTMLSelectElement) {
    const given = [...control.options].findIndex((option) => option.defaultSelected);
    return control.selectedIndex !== Math.max(0, given);
  }
  if (!(control instanceof HTMLInputElement) || control.type === "file") return false;
  if (control.type === "checkbox" || control.type === "radio")
    return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}

/** Whether anybody typed in a form since the server drew it. */
export function isTouchedForm(form: HTMLFormElement): boolean {
  return [...form.elements].some(isTouched);
}
