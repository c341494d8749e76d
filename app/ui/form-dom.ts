/*
 * Reads and writes form controls in the DOM. Fields are uncontrolled: they may be used before the scripts
 * load, filled in by the browser or restored by Back, and React is not told of any of it.
 */

import { type FormValues, readForm } from "~/forms/read-form";

/** What a form would post now, nested by field names, without files. */
export function readFormValues(form: HTMLFormElement): FormValues {
  return readForm(new FormData(form));
}

/** What a form would post now as name and text pairs, without files. */
export function readFormEntries(form: HTMLFormElement): [name: string, text: string][] {
  return [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
}

/** What a form posts when a button submits it. `FormData` takes a submitter only in browsers since 2023. */
export function readSubmission(form: HTMLFormElement, submitter: HTMLElement | null): FormData {
  const data = new FormData(form);
  if (submitter instanceof HTMLButtonElement && submitter.name)
    data.append(submitter.name, submitter.value);
  return data;
}

export function findInput(id: string): HTMLInputElement | undefined {
  const element = document.getElementById(id);
  return element instanceof HTMLInputElement ? element : undefined;
}

/**
 * Sets the text of an input as if it were typed. Setting `value` alone is hidden from React and fires no
 * event.
 */
export function typeInto(input: HTMLInputElement, text: string): void {
  if (input.value === text) return;
  input.setRangeText(text, 0, input.value.length, "end");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * The value of the first control with a name; empty if there is none, and for a checkbox that is not ticked.
 */
export function readControl(name: string): string {
  const [control] = document.getElementsByName(name);
  if (control instanceof HTMLInputElement && control.type === "checkbox" && !control.checked)
    return "";
  const hasValue = control instanceof HTMLSelectElement || control instanceof HTMLInputElement;
  return hasValue ? control.value : "";
}

/** The trimmed value of the input with a name inside `container`; empty if there is none. */
export function readControlIn(container: Element, name: string): string {
  const input = container.querySelector(`[name="${name}"]`);
  return input instanceof HTMLInputElement ? input.value.trim() : "";
}

/** The inputs inside `container` that would be posted now, without unticked ones. */
export function readCheckedInputs(
  container: Element,
): Pick<HTMLInputElement, "name" | "type" | "value">[] {
  const inputs = [...container.querySelectorAll<HTMLInputElement>("input[name]")];
  return inputs.filter((input) => !isTicked(input) || input.checked);
}

/** Ticks the inputs inside `container` that have one of the values, and unticks all others. */
export function setChecked(container: Element, values: readonly string[]): void {
  for (const input of container.querySelectorAll<HTMLInputElement>("input[value]"))
    input.checked = values.includes(input.value);
}

/** The options of the select with a name, by its groups, as the server rendered them. */
export function readOptions(name: string): { group: string; values: string[] }[] {
  const groups = document.querySelectorAll<HTMLOptGroupElement>(`select[name="${name}"] optgroup`);
  return Array.from(groups, ({ label: group, children }) => ({
    group,
    values: Array.from(children, (option) => option.getAttribute("value") ?? ""),
  }));
}

export function checkRadio(name: string, value: string): void {
  for (const radio of document.getElementsByName(name))
    if (radio instanceof HTMLInputElement) radio.checked = radio.value === value;
}

/** The first open details inside `container`; it may have been opened before hydration. */
export function findOpenDetails(container: Element): HTMLDetailsElement | undefined {
  return container.querySelector<HTMLDetailsElement>("details[open]") ?? undefined;
}

/**
 * Calls `callback` once the control with an id does not have the focus: at once, or when it is left.
 * @returns a function that stops waiting, if it waits.
 */
export function runOnBlur(id: string, callback: () => void): (() => void) | undefined {
  const control = document.getElementById(id);
  if (!control || document.activeElement !== control) {
    callback();
    return undefined;
  }
  control.addEventListener("blur", callback, { once: true });
  return () => control.removeEventListener("blur", callback);
}

/** Whether an image failed to load; this may have happened before hydration. */
export function isBroken(image: HTMLImageElement | null): boolean {
  return image?.naturalWidth === 0 && image.complete;
}

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Whether a control is a checkbox or a radio. */
export const isTicked = (control: Control): control is HTMLInputElement =>
  control.type === "checkbox" || control.type === "radio";

function editableControls(form: HTMLFormElement): Control[] {
  return [...form.elements].flatMap((element): Control[] => {
    if (element instanceof HTMLInputElement)
      return /^(file|hidden)$/.test(element.type) ? [] : [element];
    if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement)
      return [element];
    return [];
  });
}

/** The current state of a control: its text, or whether it is ticked. */
export const controlState = (control: Control) =>
  isTicked(control) ? control.checked : control.value;

/** The state of a control as the server rendered it. */
export function defaultState(control: Control): string | boolean {
  if (isTicked(control)) return control.defaultChecked;
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue;
  const options = [...control.options];
  return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? "";
}

/** The states of controls at one moment. */
export type FormStates = ReadonlyMap<Control, string | boolean>;

export function readFormStates(form: HTMLFormElement): FormStates {
  return new Map(editableControls(form).map((control) => [control, controlState(control)]));
}

/** The states of controls that changed since the server rendered them, or since `before`. */
export function readDirtyStates(form: HTMLFormElement, before?: FormStates): FormStates {
  const isEdited = (control: Control, state: string | boolean) =>
    before ? (before.get(control) ?? state) !== state : defaultState(control) !== state;
  return new Map([...readFormStates(form)].filter(([control, state]) => isEdited(control, state)));
}

/** Sets controls back to recorded states as a user would; controls that are gone are skipped. */
export function restoreStates(states: FormStates): void {
  const changes = [...states].filter(
    ([control, state]) => control.isConnected && controlState(control) !== state,
  );
  // All of them before the first event: its handler may edit the form by what the others hold. By the
  // prototype's setter, since React ignores changes made through its own.
  for (const [control, state] of changes) {
    const property = isTicked(control) ? "checked" : "value";
    Reflect.set(Object.getPrototypeOf(control), property, state, control);
  }
  for (const [control, state] of changes) {
    // Picking a radio has unpicked the others of its group.
    if (control.type === "radio" && !state) continue;
    for (const type of eventsOfChange(control))
      control.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

/** What a change by hand fires, as far as React and our listeners hear it. A click that is no mouse's ticks nothing. */
function eventsOfChange(control: Control): readonly string[] {
  if (isTicked(control)) return ["click", "input", "change"];
  return [control instanceof HTMLSelectElement ? "change" : "input"];
}

/** Whether a form was edited since the server rendered it. */
export function isDirty(form: HTMLFormElement): boolean {
  return readDirtyStates(form).size > 0;
}
