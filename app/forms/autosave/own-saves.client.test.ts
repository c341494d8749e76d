import { expect, test } from "vitest";
import { createAutosaveFixture } from "../../../tests/support/autosave-fixture";
import { AutosaveEngine } from "./autosave-engine.client";
import { rememberOwnSave, wasReadBeforeOwnSave } from "./own-saves.client";

const step = { draftId: "d1", step: "about" };

/** A tab's storage. */
function createTab() {
  const texts = new Map<string, string>();
  return () => ({
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  });
}

test("a page that was read before this tab's last save is told apart, once", async () => {
  const world = createAutosaveFixture();
  const tab = createTab();
  const engine = new AutosaveEngine(
    { ...step, version: "new" },
    { ...world, onSaved: (base, version) => rememberOwnSave(tab, step, { base, version }) },
  );
  engine.start([], undefined);
  engine.schedule([["bio", "abc"]]);
  engine.flush();
  await world.pass(1_000);
  expect(engine.token()).toBe("v:abc");
  expect(wasReadBeforeOwnSave(tab, { ...step, version: "new" })).toBe(true);
  expect(wasReadBeforeOwnSave(tab, { ...step, version: "new" })).toBe(false);
});

test.each([
  ["what was saved", "second"],
  ["what somebody else has saved", "third"],
])("a page that shows %s is not read anew", (_, version) => {
  const tab = createTab();
  rememberOwnSave(tab, step, { base: "first", version: "second" });
  expect(wasReadBeforeOwnSave(tab, { ...step, version })).toBe(false);
});

test("other steps, a save that changed nothing and a forbidden storage tell nothing", () => {
  const tab = createTab();
  rememberOwnSave(tab, step, { base: "first", version: "first" });
  expect(wasReadBeforeOwnSave(tab, { ...step, version: "first" })).toBe(false);
  rememberOwnSave(tab, step, { base: "first", version: "second" });
  expect(wasReadBeforeOwnSave(tab, { ...step, step: "music", version: "first" })).toBe(false);
  const forbidden = () => {
    throw new DOMException("Forbidden", "SecurityError");
  };
  rememberOwnSave(forbidden, step, { base: "first", version: "second" });
  expect(wasReadBeforeOwnSave(forbidden, { ...step, version: "first" })).toBe(false);
});
