import fc from "fast-check";
import { expect, test } from "vitest";
import {
  CLOSED_COMBOBOX,
  type ComboboxState,
  comboboxInput,
  comboboxKeyDown,
} from "./use-combobox";

const at = (active: number): ComboboxState => ({ open: true, active });

test.each([
  ["ArrowDown", CLOSED_COMBOBOX, at(0)],
  ["ArrowUp", CLOSED_COMBOBOX, at(2)],
  ["ArrowDown", at(-1), at(0)],
  ["ArrowDown", at(0), at(1)],
  ["ArrowDown", at(2), at(0)],
  ["ArrowUp", at(-1), at(2)],
  ["ArrowUp", at(0), at(2)],
  ["ArrowUp", at(2), at(1)],
] as const)("%s on %o leads to %o, and the caret stays", (key, box, next) => {
  expect(comboboxKeyDown(box, key, 3, false)).toEqual({ box: next, handled: true });
});

test.each(["ArrowDown", "ArrowUp"])(
  "%s opens an empty list, so that its sentence is announced",
  (key) => {
    expect(comboboxKeyDown(CLOSED_COMBOBOX, key, 0, false)).toEqual({ box: at(-1), handled: true });
  },
);

test("Enter selects the active entry and does not submit the form", () => {
  expect(comboboxKeyDown(at(1), "Enter", 3, false)).toEqual({
    box: CLOSED_COMBOBOX,
    chosenIndex: 1,
    handled: true,
  });
});

test.each([
  ["with the list closed", CLOSED_COMBOBOX, true, { box: CLOSED_COMBOBOX, handled: false }],
  ["on a free text", at(-1), false, { box: CLOSED_COMBOBOX, handled: false }],
  [
    "on a text that is no entry where only entries count",
    at(-1),
    true,
    { box: at(-1), handled: true },
  ],
] as const)("Enter %s", (_, box, strict, outcome) => {
  expect(comboboxKeyDown(box, "Enter", 0, strict)).toEqual(outcome);
});

test.each([
  [at(1), { box: CLOSED_COMBOBOX, chosenIndex: 1, handled: false }],
  [at(-1), { box: CLOSED_COMBOBOX, chosenIndex: undefined, handled: false }],
  [CLOSED_COMBOBOX, { box: CLOSED_COMBOBOX, chosenIndex: undefined, handled: false }],
])("Tab on %o moves on", (box, outcome) => {
  expect(comboboxKeyDown(box, "Tab", 3, true)).toEqual(outcome);
});

test("Escape closes an open list and is ignored otherwise", () => {
  expect(comboboxKeyDown(at(1), "Escape", 3, true)).toEqual({
    box: CLOSED_COMBOBOX,
    handled: true,
  });
  expect(comboboxKeyDown(CLOSED_COMBOBOX, "Escape", 3, true)).toEqual({
    box: CLOSED_COMBOBOX,
    handled: false,
  });
});

test.each([
  ["Irel", 1, true, at(0)],
  ["Irel", 1, false, at(-1)],
  ["Atlantis", 0, true, at(-1)],
  ["  ", 197, true, at(-1)],
] as const)("after typing %j with %i entries, strict %s: %o", (text, count, strict, box) => {
  expect(comboboxInput(text, count, strict)).toEqual(box);
});

test("whatever keys are pressed, the active entry is one of the list", () => {
  const keys = fc.constantFrom("ArrowDown", "ArrowUp", "Enter", "Escape", "Tab", "a", "Home");
  fc.assert(
    fc.property(fc.array(keys), fc.nat(5), fc.boolean(), (pressedKeys, count, strict) => {
      let box = CLOSED_COMBOBOX;
      for (const key of pressedKeys) {
        const outcome = comboboxKeyDown(box, key, count, strict);
        ({ box } = outcome);
        expect(box.active).toBeGreaterThanOrEqual(-1);
        expect(box.active).toBeLessThan(Math.max(count, 1));
        if (outcome.chosenIndex !== undefined) expect(outcome.chosenIndex).toBeLessThan(count);
      }
    }),
  );
});
