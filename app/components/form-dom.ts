/*
 * What stands in the page itself. The server draws every field and fields keep their own value: they
 * are used before the scripts come, filled in by browsers and restored by Back, and React is told of
 * none of it. Whoever needs such a value as it is now asks the page, through these functions.
 */

import { type FormValues, readForm } from "~/forms/read-form";

/** What a form would post right now, nested by the names of its fields; files are none of it. */
export function readFormValues(form: HTMLFormElement): FormValues {
  return readForm(new FormData(form));
}

/** What a form would post right now, name by name; files are none of it. */
export function readFormEntries(form: HTMLFormElement): [name: string, text: string][] {
  return [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
}

/** What a form posts when a button sends it. `FormData` itself has been told of buttons since 2023 only. */
export function readSubmission(form: HTMLFormElement, submitter: HTMLElement | null): FormData {
  const data = new FormData(form);
  if (submitter instanceof HTMLButtonElement && submitter.name)
    data.append(submitter.name, submitter.value);
  return data;
}

/** The input with an id, if the page has one. */
export function findInput(id: string): HTMLInputElement | undefined {
  const element = document.getElementById(id);
  return element instanceof HTMLInputElement ? element : undefined;
}

/**
 * Puts a text into an input as if it were typed, so that whatever listens to typing hears of it:
 * setting `value` alone is hidden from React, and silent for everyone else.
 */
export function typeInto(input: HTMLInputElement, text: string): void {
  if (input.value === text) return;
  input.setRangeText(text, 0, input.value.length, "end");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * The text that the first control with a name holds right now; empty where there is none, and for a
 * checkbox that is not ticked.
 */
export function readControl(name: string): string {
  const [control] = document.getElementsByName(name);
  if (control instanceof HTMLInputElement && control.type === "checkbox" && !control.checked)
    return "";
  const holds = control instanceof HTMLSelectElement || control instanceof HTMLInputElement;
  return holds ? control.value : "";
}

/** The text that the input with a name inside of `place` holds right now; empty where there is none. */
export function readControlIn(place: Element, name: string): string {
  const input = place.querySelector(`[name="${name}"]`);
  return input instanceof HTMLInputElement ? input.value.trim() : "";
}

/** The inputs inside of `place` as they would be posted right now: of what is ticked the ticked ones. */
export function readCheckedInputs(
  place: Element,
): Pick<HTMLInputElement, "name" | "type" | "value">[] {
  const inputs = [...place.querySelectorAll<HTMLInputElement>("input[name]")];
  return inputs.filter((input) => !isTicked(input) || input.checked);
}

/** Ticks those inputs inside of `place` that have one of the values, and no other. */
export function setChecked(place: Element, values: readonly string[]): void {
  for (const input of place.querySelectorAll<HTMLInputElement>("input[value]"))
    input.checked = values.includes(input.value);
}

/** The options of the select with a name, by its groups, as the server has listed them. */
export function readOptions(name: string): { group: string; values: string[] }[] {
  const groups = document.querySelectorAll<HTMLOptGroupElement>(`select[name="${name}"] optgroup`);
  return Array.from(groups, ({ label: group, children }) => ({
    group,
    values: Array.from(children, (option) => option.getAttribute("value") ?? ""),
  }));
}

/** Picks one of the radios of a name. */
export function checkRadio(name: string, value: string): void {
  for (const radio of document.getElementsByName(name))
    if (radio instanceof HTMLInputElement) radio.checked = radio.value === value;
}

/** What is unfolded inside of `place`: a line can be pressed before anyone listens. */
export function findOpenDetails(place: Element): HTMLDetailsElement | undefined {
  return place.querySelector<HTMLDetailsElement>("details[open]") ?? undefined;
}

/**
 * Runs once nobody is in the control with an id: at once, or when it is left.
 * @returns what stops the waiting.
 */
export function onceBlurred(id: string, run: () => void): (() => void) | undefined {
  const control = document.getElementById(id);
  if (!control || document.activeElement !== control) {
    run();
    return undefined;
  }
  control.addEventListener("blur", run, { once: true });
  return () => control.removeEventListener("blur", run);
}

/** Whether a picture could not be shown; it may have failed before anyone listened. */
export function isBroken(image: HTMLImageElement | null): boolean {
  return image?.naturalWidth === 0 && image.complete;
}

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Whether a control is ticked or picked, and not filled in. */
export const isTicked = (control: Control): control is HTMLInputElement =>
  control.type === "checkbox" || control.type === "radio";

/** The controls of a form that an artist types or chooses in; files are none of it. */
function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].flatMap((one): Control[] => {
    if (one instanceof HTMLInputElement) return /^(file|hidden)$/.test(one.type) ? [] : [one];
    if (one instanceof HTMLTextAreaElement || one instanceof HTMLSelectElement) return [one];
    return [];
  });
}

/** How a control reads: its text, or whether it is ticked. */
export const stateOf = (control: Control) => (isTicked(control) ? control.checked : control.value);

/** How the server, or the page as it was drawn, has left a control. */
export function givenOf(control: Control): string | boolean {
  if (isTicked(control)) return control.defaultChecked;
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue;
  const options = [...control.options];
  return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? "";
}

/** How the controls of a form read at some time. */
export type FormStates = ReadonlyMap<Control, string | boolean>;

/** How the controls of a form read now. */
export function readFormStates(form: HTMLFormElement): FormStates {
  return new Map(controlsOf(form).map((control) => [control, stateOf(control)]));
}

/** How those controls read that were touched since the server drew them, or since `before`. */
export function readDirtyStates(form: HTMLFormElement, before?: FormStates): FormStates {
  const isTouched = (control: Control, state: string | boolean) =>
    before ? (before.get(control) ?? state) !== state : givenOf(control) !== state;
  return new Map([...readFormStates(form)].filter(([control, state]) => isTouched(control, state)));
}

/** Puts controls back to how they read, as if it were done by hand; those that are gone stay so. */
export function restoreStates(states: FormStates): void {
  for (const [control, state] of states) {
    if (!control.isConnected || stateOf(control) === state) continue;
    if (isTicked(control)) {
      // A radio that is picked takes the pick from the others.
      if (state || control.type === "checkbox") control.click();
      continue;
    }
    // Not through the control itself, where React would take it for its own doing.
    Reflect.set(Object.getPrototypeOf(control), "value", state, control);
    const type = control instanceof HTMLSelectElement ? "change" : "input";
    control.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

/** Whether anybody typed in a form since the server drew it. */
export function isDirty(form: HTMLFormElement): boolean {
  return readDirtyStates(form).size > 0;
}
