import { useEffect, useRef, useState } from "react";
import { findInput, typeInto } from "../form-dom";

/** A list of suggestions: whether it is open, and the index of the active entry (-1: none). */
export interface ComboboxState {
  open: boolean;
  active: number;
}

export const CLOSED_COMBOBOX: ComboboxState = { open: false, active: -1 };

/** The effect of a key on the list. */
interface KeyOutcome {
  box: ComboboxState;
  /** The index of the selected entry. */
  chosenIndex?: number;
  /** Whether the key was used, so that it must not submit the form or move the caret. */
  handled: boolean;
}

/**
 * The effect of a key by the combobox pattern of the ARIA Authoring Practices: arrows open the list and cycle
 * through it, Enter and Tab select the active entry, Escape closes the list.
 * @param count entries in the list.
 * @param strict whether only entries are valid: then Enter never submits other text.
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
      if (open && active >= 0) return { box: CLOSED_COMBOBOX, chosenIndex: active, handled: true };
      return open && strict ? { box, handled: true } : { box: CLOSED_COMBOBOX, handled: false };
    case "Tab":
      return {
        box: CLOSED_COMBOBOX,
        chosenIndex: open && active >= 0 ? active : undefined,
        handled: false,
      };
    case "Escape":
      return { box: CLOSED_COMBOBOX, handled: open };
    default:
      return { box, handled: false };
  }
}

/** The list after typing: open, with the best entry active if only entries are valid. */
export function comboboxInput(text: string, count: number, strict: boolean): ComboboxState {
  return { open: true, active: strict && count > 0 && text.trim() !== "" ? 0 : -1 };
}

export interface ComboboxOptions {
  /** The id of the input that becomes a combobox, and the id of its list. */
  inputId: string;
  listId: string;
  /** The entries for a query, best first; all of them for an empty one. */
  findEntries: (text: string) => readonly string[];
  /** Set if only entries are valid: the text that the input displays after it was left with this text. */
  normalize?: (text: string) => string;
  onSelect?: (entry: string) => void;
  /** Called for every text of the input, also when the browser fills it in. */
  onText?: (text: string) => void;
}

type Listeners = { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };

function listen(element: HTMLElement, listeners: Listeners): () => void {
  const stop = new AbortController();
  for (const [name, listener] of Object.entries(listeners))
    element.addEventListener(name, listener as EventListener, { signal: stop.signal });
  return () => stop.abort();
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/**
 * Makes an existing input a combobox (ARIA Authoring Practices). The input is not replaced, so that neither
 * focus nor text is lost when this code loads.
 */
export function useCombobox(options: ComboboxOptions) {
  const { inputId, listId, findEntries, normalize, onSelect, onText } = options;
  const strict = normalize !== undefined;
  const [box, setBox] = useState(CLOSED_COMBOBOX);
  const [query, setQuery] = useState("");
  const isSettingText = useRef(false);
  const entries = box.open ? findEntries(query) : [];

  function setInputText(text: string): void {
    const input = findInput(inputId);
    isSettingText.current = true;
    if (input) typeInto(input, text);
    isSettingText.current = false;
  }

  function select(entry: string | undefined): void {
    setBox(CLOSED_COMBOBOX);
    if (entry === undefined) return;
    setInputText(entry);
    onSelect?.(entry);
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    const available = box.open ? entries : findEntries("");
    const {
      box: next,
      chosenIndex: choice,
      handled,
    } = comboboxKeyDown(box, event.key, available.length, strict);
    if (handled) event.preventDefault();
    if (!box.open) setQuery("");
    if (choice !== undefined) {
      select(available[choice]);
      return;
    }
    const wasCleared = event.key === "Enter" && handled && findInput(inputId)?.value.trim() === "";
    if (normalize && wasCleared) setInputText(normalize(""));
    setBox(wasCleared ? CLOSED_COMBOBOX : next);
  }

  // On every render, since the listeners close over the current list.
  useEffect(() => {
    const input = findInput(inputId);
    if (!input) return;
    return listen(input, {
      input: () => {
        if (isSettingText.current) return;
        onText?.(input.value);
        // The browser filled the form in: no list then.
        if (document.activeElement !== input) return;
        setQuery(input.value);
        setBox(comboboxInput(input.value, findEntries(input.value).length, strict));
      },
      click: () => {
        if (box.open) return;
        setQuery("");
        setBox({ open: true, active: findEntries("").indexOf(input.value.trim()) });
      },
      keydown: handleKeyDown,
      blur: () => {
        const entry = box.open ? entries[box.active] : undefined;
        if (entry === undefined && normalize) setInputText(normalize(input.value));
        select(entry);
      },
    });
  });

  useEffect(() => {
    const list = document.getElementById(listId);
    if (!list) return;
    return listen(list, {
      // A press must not move the focus from the input, which would close the list.
      mousedown: (event) => event.preventDefault(),
      click: ({ target }) => {
        const option = target instanceof Element ? target.closest("[role=option]") : null;
        select(entries.find((_, index) => optionId(listId, index) === option?.id));
      },
    });
  });

  // The input may have had the focus before this code was loaded.
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
