import { type Control, givenOf, isTicked, stateOf } from "../form-dom";

/*
 * Input made before React hydrated the page. React 18 resets textareas to the server's text, and renders the
 * whole page anew with empty fields where it finds nodes that it did not render.
 */

type State = string | boolean | FileList;

const isControl = (one: EventTarget | null): one is Control =>
  (one instanceof HTMLInputElement && one.type !== "hidden") ||
  one instanceof HTMLTextAreaElement ||
  one instanceof HTMLSelectElement;

const controlsIn = (place: Document | HTMLElement): Control[] =>
  [...place.querySelectorAll<HTMLElement>("input, textarea, select")].flatMap((one) =>
    isControl(one) ? [one] : [],
  );

function readState(control: Control): State {
  return control instanceof HTMLInputElement && control.type === "file"
    ? (control.files ?? "")
    : stateOf(control);
}

function isTouched(control: Control): boolean {
  const state = readState(control);
  return state instanceof FileList ? state.length > 0 : state !== givenOf(control);
}

/** Identifies a control on a page that was rendered anew, where React's generated ids differ. */
function keyOf(control: Control): string {
  const name = control.name || (control.id.startsWith(":") ? "" : control.id);
  return JSON.stringify([control.localName, name, isTicked(control) && control.value]);
}

/** Finds the control in `container` at the same position as this one had before it was removed. */
function counterpartOf(control: Control, place: Document | HTMLElement): Control | undefined {
  const key = keyOf(control);
  const before = control.getRootNode();
  if (!(before instanceof HTMLElement)) return undefined;
  const isAlike = (other: Control) => keyOf(other) === key;
  const index = controlsIn(before).filter(isAlike).indexOf(control);
  return controlsIn(place).filter(isAlike)[index];
}

/** @returns whether the state changed. */
function putState(control: Control, state: State): boolean {
  if (readState(control) === state || !hasChoice(control, state)) return false;
  if (state instanceof FileList) {
    if (control instanceof HTMLInputElement) control.files = state;
  } else if (typeof state === "string") control.value = state;
  else if (isTicked(control)) control.checked = state;
  return true;
}

const keepsPickWith = (other: Control, radio: Control) =>
  other !== radio &&
  other.type === "radio" &&
  other.name === radio.name &&
  other.form === radio.form;

const hasChoice = (control: Control, state: State) =>
  !(control instanceof HTMLSelectElement) ||
  [...control.options].some(({ value }) => value === state);

/** Copies the cursor and the selection to another text control. */
function copySelection(from: Control, to: Control): void {
  if (from instanceof HTMLSelectElement || to instanceof HTMLSelectElement) return;
  if (from.selectionStart === null || to.selectionStart === null) return;
  to.setSelectionRange(from.selectionStart, from.selectionEnd, from.selectionDirection ?? "none");
}

/** Input that is kept until React has hydrated the part of the page where it was made. */
export interface EarlyInput {
  /**
   * Puts input back into a part that React has just hydrated or rendered, without events; effects of that
   * part then read it.
   * @param isWaiting whether a node is in a part that is not hydrated yet.
   * @returns the controls that changed.
   */
  restore: (place: Document | HTMLElement, isWaiting: (node: Node) => boolean) => Control[];
  /** Moves the focus back if its control was rendered anew. @returns the control that has it then. */
  refocus: (place: Document | HTMLElement) => Control | undefined;
  /** Stops recording. */
  stop: () => void;
}

/** Records what was typed and chosen on a page, and what will be until React takes over. */
export function keepEarlyInput(page: Document): EarlyInput {
  const states = new Map<Control, State>();
  const { activeElement } = page;
  let focused: Control | undefined = isControl(activeElement) ? activeElement : undefined;
  const note = (control: Control) => {
    if (control instanceof HTMLInputElement && control.type === "radio")
      for (const other of states.keys()) if (keepsPickWith(other, control)) states.delete(other);
    states.set(control, readState(control));
  };
  for (const control of controlsIn(page)) if (isTouched(control)) note(control);

  const ended = new AbortController();
  const listen = (name: string, act: (event: Event) => void) =>
    page.addEventListener(name, act, { capture: true, signal: ended.signal });
  for (const name of ["input", "change"])
    listen(name, ({ target }) => isControl(target) && note(target));
  listen("focusin", ({ target }) => {
    focused = isControl(target) ? target : undefined;
  });
  // Some browsers fire focusout for removed nodes as well; a microtask later the page is complete again.
  const onLeft = () => {
    if (focused?.isConnected && page.activeElement !== focused) focused = undefined;
  };
  listen("focusout", () => queueMicrotask(onLeft));

  return {
    restore(place, isWaiting) {
      return [...states].flatMap(([control, state]) => {
        if (control.isConnected && (!place.contains(control) || isWaiting(control))) return [];
        const target = control.isConnected ? control : counterpartOf(control, place);
        if (!target) return [];
        states.delete(control);
        return putState(target, state) ? [target] : [];
      });
    },
    refocus(place) {
      const target = focused && !focused.isConnected && counterpartOf(focused, place);
      if (!target) return undefined;
      const from = focused;
      target.focus({ preventScroll: true });
      if (from) copySelection(from, target);
      return target;
    },
    stop: () => ended.abort(),
  };
}
