/** A list of suggestions: whether it is open, and which entry Enter would take (-1: none). */
export interface Box {
  open: boolean;
  active: number;
}

export const CLOSED: Box = { open: false, active: -1 };

/** What a key does to the list. */
export interface KeyOutcome {
  box: Box;
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
export function pressKey(box: Box, key: string, count: number, strict: boolean): KeyOutcome {
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
      if (open && active >= 0) return { box: CLOSED, take: active, handled: true };
      return open && strict ? { box, handled: true } : { box: CLOSED, handled: false };
    case "Tab":
      return { box: CLOSED, take: open && active >= 0 ? active : undefined, handled: false };
    case "Escape":
      return { box: CLOSED, handled: open };
    default:
      return { box, handled: false };
  }
}

/** The list after typing: open, and with its best entry active where only entries count. */
export function afterTyping(typed: string, count: number, strict: boolean): Box {
  return { open: true, active: strict && count > 0 && typed.trim() !== "" ? 0 : -1 };
}
