import { type Control, controlState, defaultState, isTicked } from "../form-dom";

/*
 * Input made before React hydrated the page. React 18 resets textareas to the server's text, and renders the
 * whole page again with empty fields where it finds nodes that it did not render.
 */

type State = string | boolean | FileList;

const isControl = (target: EventTarget | null): target is Control =>
  (target instanceof HTMLInputElement && target.type !== "hidden") ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

const findControls = (container: Document | HTMLElement): Control[] =>
  [...container.querySelectorAll<HTMLElement>("input, textarea, select")].flatMap((element) =>
    isControl(element) ? [element] : [],
  );

function readState(control: Control): State {
  return control instanceof HTMLInputElement && control.type === "file"
    ? (control.files ?? "")
    : controlState(control);
}

function isEdited(control: Control): boolean {
  const state = readState(control);
  return state instanceof FileList ? state.length > 0 : state !== defaultState(control);
}

/** Identifies a control on a page that was rendered again, where React's generated ids differ. */
function controlKey(control: Control): string {
  const name = control.name || (control.id.startsWith(":") ? "" : control.id);
  return JSON.stringify([control.localName, name, isTicked(control) && control.value]);
}

/** Finds the control in `container` at the same position as this one had before it was removed. */
function findCounterpart(control: Control, container: Document | HTMLElement): Control | undefined {
  const key = controlKey(control);
  const formerRoot = control.getRootNode();
  if (!(formerRoot instanceof HTMLElement)) return undefined;
  const hasSameKey = (other: Control) => controlKey(other) === key;
  const index = findControls(formerRoot).filter(hasSameKey).indexOf(control);
  return findControls(container).filter(hasSameKey)[index];
}

function writeState(control: Control, state: State): boolean {
  if (readState(control) === state || !acceptsState(control, state)) return false;
  if (state instanceof FileList) {
    if (control instanceof HTMLInputElement) control.files = state;
  } else if (typeof state === "string") control.value = state;
  else if (isTicked(control)) control.checked = state;
  return true;
}

const isSameRadioGroup = (other: Control, radio: Control) =>
  other !== radio &&
  other.type === "radio" &&
  other.name === radio.name &&
  other.form === radio.form;

const acceptsState = (control: Control, state: State) =>
  !(control instanceof HTMLSelectElement) ||
  [...control.options].some(({ value }) => value === state);

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
  restore: (container: Document | HTMLElement, isWaiting: (node: Node) => boolean) => Control[];
  /** Moves the focus back if its control was rendered again. @returns the control that has it then. */
  refocus: (container: Document | HTMLElement) => Control | undefined;
  stop: () => void;
}

/** Records what was typed and chosen on a page, and what will be until React takes over. */
export function keepEarlyInput(page: Document): EarlyInput {
  const states = new Map<Control, State>();
  const { activeElement } = page;
  let focused: Control | undefined = isControl(activeElement) ? activeElement : undefined;
  const record = (control: Control) => {
    if (control instanceof HTMLInputElement && control.type === "radio")
      for (const other of states.keys()) if (isSameRadioGroup(other, control)) states.delete(other);
    states.set(control, readState(control));
  };
  for (const control of findControls(page)) if (isEdited(control)) record(control);

  const controller = new AbortController();
  const listen = (name: string, handler: (event: Event) => void) =>
    page.addEventListener(name, handler, { capture: true, signal: controller.signal });
  for (const name of ["input", "change"])
    listen(name, ({ target }) => isControl(target) && record(target));
  listen("focusin", ({ target }) => {
    focused = isControl(target) ? target : undefined;
  });
  // Some browsers fire focusout for removed nodes as well; a microtask later the page is complete again.
  const handleFocusOut = () => {
    if (focused?.isConnected && page.activeElement !== focused) focused = undefined;
  };
  listen("focusout", () => queueMicrotask(handleFocusOut));

  return {
    restore(container, isWaiting) {
      return [...states].flatMap(([control, state]) => {
        if (control.isConnected && (!container.contains(control) || isWaiting(control))) return [];
        const target = control.isConnected ? control : findCounterpart(control, container);
        if (!target) return [];
        states.delete(control);
        return writeState(target, state) ? [target] : [];
      });
    },
    refocus(container) {
      const target = focused && !focused.isConnected && findCounterpart(focused, container);
      if (!target) return undefined;
      const from = focused;
      target.focus({ preventScroll: true });
      if (from) copySelection(from, target);
      return target;
    },
    stop: () => controller.abort(),
  };
}
