import { type Control, givenOf, isTicked, stateOf } from "../form-dom";

/*
 * What was typed before React took the page over. React 18 puts back the text of the server into areas of
 * several lines, and draws the whole page anew, with empty fields, where it finds other nodes than its own.
 */

type State = string | boolean | FileList;

const isControl = (one: EventTarget | null): one is Control =>
  (one instanceof HTMLInputElement && one.type !== "hidden") ||
  one instanceof HTMLTextAreaElement ||
  one instanceof HTMLSelectElement;

/** The controls in a page, or in a part of one. */
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

/** By what a control is found on a page that was drawn anew; React's own ids are others then. */
function keyOf(control: Control): string {
  const name = control.name || (control.id.startsWith(":") ? "" : control.id);
  return JSON.stringify([control.localName, name, isTicked(control) && control.value]);
}

/** The control in `place` that stands where this one stood in what was taken off the page. */
function counterpartOf(control: Control, place: Document | HTMLElement): Control | undefined {
  const key = keyOf(control);
  const before = control.getRootNode();
  if (!(before instanceof HTMLElement)) return undefined;
  const isAlike = (other: Control) => keyOf(other) === key;
  const index = controlsIn(before).filter(isAlike).indexOf(control);
  return controlsIn(place).filter(isAlike)[index];
}

/** Puts a control to how it read. @returns whether it read otherwise. */
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

/** Where the text cursor is, and what is selected, in controls that have such. */
function copySelection(from: Control, to: Control): void {
  if (from instanceof HTMLSelectElement || to instanceof HTMLSelectElement) return;
  if (from.selectionStart === null || to.selectionStart === null) return;
  to.setSelectionRange(from.selectionStart, from.selectionEnd, from.selectionDirection ?? "none");
}

/** Input that is kept until React has taken over the part of the page in which it was made. */
export interface EarlyInput {
  /**
   * Puts what was typed back into a part that React has just taken over or drawn, as silently as the server
   * would have: effects of that part find it there.
   * @param isWaiting tells what lies in a part that React has yet to come to.
   * @returns the controls that read otherwise before.
   */
  restore: (place: Document | HTMLElement, isWaiting: (node: Node) => boolean) => Control[];
  /** Leads the focus back to where it was, if that was drawn anew. @returns where it is then. */
  refocus: (place: Document | HTMLElement) => Control | undefined;
  /** From now on the page keeps its input itself. */
  stop: () => void;
}

/** Remembers what was typed and chosen on a page, and what is from now on. */
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
  // Some browsers tell it of what is taken off the page, too; the page is whole again by then.
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
      // What was in the window stays there.
      target.focus({ preventScroll: true });
      if (from) copySelection(from, target);
      return target;
    },
    stop: () => ended.abort(),
  };
}
