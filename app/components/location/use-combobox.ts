import { useEffect, useRef, useState } from "react";
import { findInput, typeInto } from "../form-dom";

/** A list of suggestions: whether it is open, and which entry Enter would take (-1: none). */
export interface ComboboxState {
  open: boolean;
  active: number;
}

export const CLOSED_COMBOBOX: ComboboxState = { open: false, active: -1 };

/** What a key does to the list. */
interface KeyOutcome {
  box: ComboboxState;
  /** The entry to take. */
  take?: number;
  /** Whether the key has done its work, so that it must not submit the form or move the caret. */
  handled: boolean;
}

/**
 * What a key does, after the combobox pattern of the ARIA Authoring Practices: arrows open the list
 * and go round in it, Enter and Tab take the active entry, Escape closes it first.
 * @param count entries in the list.
 * @param strict whether only entries count: then Enter never submits a text that is none of them.
 */
export function comboboxKeyDown(
  box: ComboboxState,
  key: string,
  count: number,
  strict: boolean,
): KeyOutcome {
  const { open, active } = box;
  switch (key) {
    case "ArrowDown":
    case "ArrowUp": {
      const step = key === "ArrowDown" ? 1 : -1;
      if (count === 0) return { box: { open: true, active: -1 }, handled: true };
      const from = open && active >= 0 ? active : step > 0 ? -1 : count;
      return { box: { open: true, active: (from + step + count) % count }, handled: true };
    }
    case "Enter":
      if (open && active >= 0) return { box: CLOSED_COMBOBOX, take: active, handled: true };
      return open && strict ? { box, handled: true } : { box: CLOSED_COMBOBOX, handled: false };
    case "Tab":
      return {
        box: CLOSED_COMBOBOX,
        take: open && active >= 0 ? active : undefined,
        handled: false,
      };
    case "Escape":
      return { box: CLOSED_COMBOBOX, handled: open };
    default:
      return { box, handled: false };
  }
}

/** The list after typing: open, and with its best entry active where only entries count. */
export function comboboxInput(text: string, count: number, strict: boolean): ComboboxState {
  return { open: true, active: strict && count > 0 && text.trim() !== "" ? 0 : -1 };
}

export interface ComboboxOptions {
  /** The input that becomes a combobox, and the id of its list. */
  inputId: string;
  listId: string;
  /** The entries for what is typed, best first; all of them for an empty text. */
  entriesFor: (text: string) => readonly string[];
  /**
   * Where only entries count: what the input shows after it was left with this text. Without it any
   * text is as good.
   */
  settle?: (text: string) => string;
  onTake?: (entry: string) => void;
  /** Called with every text that comes into the input, by the browser's own filling in too. */
  onText?: (text: string) => void;
}

type Listeners = { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };

function listen(element: HTMLElement, listeners: Listeners): () => void {
  const stop = new AbortController();
  for (const [name, listener] of Object.entries(listeners))
    element.addEventListener(name, listener as EventListener, { signal: stop.signal });
  return () => stop.abort();
}

/** The id of an entry in a list. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/**
 * Makes an input a combobox in place (ARIA Authoring Practices): it stays the one the page came
 * with, so that neither focus nor text is lost when this arrives.
 */
export function useCombobox(options: ComboboxOptions) {
  const { inputId, listId, entriesFor, settle, onTake, onText } = options;
  const strict = settle !== undefined;
  const [box, setBox] = useState(CLOSED_COMBOBOX);
  const [query, setQuery] = useState("");
  const putting = useRef(false);
  const entries = box.open ? entriesFor(query) : [];

  function put(text: string): void {
    const input = findInput(inputId);
    putting.current = true;
    if (input) typeInto(input, text);
    putting.current = false;
  }

  function take(entry: string | undefined): void {
    setBox(CLOSED_COMBOBOX);
    if (entry === undefined) return;
    put(entry);
    onTake?.(entry);
  }

  function onKey(event: KeyboardEvent): void {
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    const reach = box.open ? entries : entriesFor("");
    const {
      box: next,
      take: choice,
      handled,
    } = comboboxKeyDown(box, event.key, reach.length, strict);
    if (handled) event.preventDefault();
    if (!box.open) setQuery("");
    if (choice !== undefined) {
      take(reach[choice]);
      return;
    }
    const emptied = event.key === "Enter" && handled && findInput(inputId)?.value.trim() === "";
    if (settle && emptied) put(settle(""));
    setBox(emptied ? CLOSED_COMBOBOX : next);
  }

  // The listeners of the last render know its list; the input itself belongs to its field.
  useEffect(() => {
    const input = findInput(inputId);
    if (!input) return;
    return listen(input, {
      input: () => {
        if (putting.current) return;
        onText?.(input.value);
        // A browser that fills the form in leaves the focus elsewhere: no list then.
        if (document.activeElement !== input) return;
        setQuery(input.value);
        setBox(comboboxInput(input.value, entriesFor(input.value).length, strict));
      },
      click: () => {
        if (box.open) return;
        setQuery("");
        setBox({ open: true, active: entriesFor("").indexOf(input.value.trim()) });
      },
      keydown: onKey,
      blur: () => {
        const entry = box.open ? entries[box.active] : undefined;
        if (entry === undefined && settle) put(settle(input.value));
        take(entry);
      },
    });
  });

  useEffect(() => {
    const list = document.getElementById(listId);
    if (!list) return;
    return listen(list, {
      // A press must not take the focus from the input, which would close the list.
      mousedown: (event) => event.preventDefault(),
      click: ({ target }) => {
        const option = target instanceof Element ? target.closest("[role=option]") : null;
        take(entries.find((_, index) => optionId(listId, index) === option?.id));
      },
    });
  });

  // Whoever is in the input already has opened the list by that, before it was there.
  useEffect(() => {
    if (document.activeElement?.id === inputId) setBox({ open: true, active: -1 });
  }, [inputId]);

  useEffect(() => {
    const input = findInput(inputId);
    if (!input) return;
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", listId);
    input.setAttribute("aria-expanded", String(entries.length > 0));
    input.setAttribute("aria-activedescendant", box.active < 0 ? "" : optionId(listId, box.active));
  }, [inputId, listId, entries.length, box.active]);

  return { ...box, entries };
}
