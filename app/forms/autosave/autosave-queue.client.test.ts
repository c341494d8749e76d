import fc from "fast-check";
import { expect, test } from "vitest";
import {
  bioFields,
  createAutosaveFixture,
  openAutosavePage,
  type ServerMode,
} from "../../../tests/support/autosave-fixture";
import { RETRY_MS, SAVE_DELAY_MS } from "./autosave-activity";
import { AutosaveEngine } from "./autosave-engine.client";
import { mergeUnsent, sameAnswers } from "./autosave-queue.client";
import type { Fields } from "./autosave-state";

/** The next visit of a browser in which a text was typed while the server was in this mode. */
async function visitAfter(mode: ServerMode, text: string) {
  const world = createAutosaveFixture();
  world.mode = mode;
  const { engine } = openAutosavePage(world);
  engine.schedule(bioFields(text));
  await world.pass(SAVE_DELAY_MS);
  return createAutosaveFixture(world.kept);
}

test("what never arrived is shown again on the next visit, and sent", async () => {
  const later = await visitAfter("down", "a");
  const { engine: next, keptForms } = openAutosavePage(later);
  expect(keptForms).toEqual([bioFields("a")]);
  await later.pass(0);
  expect([later.storedText, next.state().phase, later.kept.size]).toEqual(["a", "saved", 0]);
});

test("on the next visit, a version from elsewhere meets it as a conflict", async () => {
  const later = await visitAfter("down", "mine");
  later.storedText = "theirs";
  const { engine: next, keptForms } = openAutosavePage(later, later.token(), "theirs");
  expect(keptForms).toEqual([bioFields("mine")]);
  await later.pass(0);
  expect([later.storedText, next.state().phase]).toEqual(["theirs", "conflict"]);
});

test("a copy of what was saved after all is removed silently", async () => {
  const later = await visitAfter("reply lost", "a ");
  later.storedText = "a";
  const { keptForms } = openAutosavePage(later, later.token(), "a");
  await later.pass(0);
  expect([keptForms, later.requests, later.kept.size]).toEqual([[], [], 0]);
});

test.each(["nonsense", "{}", '{"base":1}', '{"base":"new","unsent":[],"at":1}'])(
  "a local copy that reads %j never breaks the page",
  async (text) => {
    const world = createAutosaveFixture(new Map([["draft:d1:about", text]]));
    const { engine, keptForms } = openAutosavePage(world);
    expect(keptForms).toEqual([]);
    engine.schedule(bioFields("a"));
    await world.pass(SAVE_DELAY_MS);
    expect([world.storedText, world.kept.size]).toEqual(["a", 0]);
  },
);

test("without any storage it saves all the same", async () => {
  const world = createAutosaveFixture();
  const storage = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  const page = { draftId: "d1", step: "about", version: "new" } as const;
  const engine = new AutosaveEngine(page, { ...world, storage });
  engine.start([]);
  world.mode = "down";
  engine.schedule(bioFields("a"));
  await world.pass(SAVE_DELAY_MS);
  world.mode = "up";
  await world.pass(RETRY_MS);
  expect(world.storedText).toBe("a");
});

test("a copy from before the storage was full does not outlive what was saved after it", async () => {
  const world = createAutosaveFixture();
  let isFull = false;
  const storage = () => ({
    ...world.storage(),
    setItem(name: string, value: string) {
      if (isFull) throw new DOMException("It is full.", "QuotaExceededError");
      world.kept.set(name, value);
    },
  });
  const page = { draftId: "d1", step: "about", version: "new" } as const;
  const engine = new AutosaveEngine(page, { ...world, storage });
  engine.start([]);
  world.mode = "down";
  engine.schedule(bioFields("a"));
  await world.pass(SAVE_DELAY_MS);
  expect(world.kept.size).toBe(1);
  isFull = true;
  engine.schedule(bioFields("a and more"));
  world.mode = "up";
  await world.pass(2 * RETRY_MS);
  expect([world.storedText, world.kept.size]).toEqual(["a and more", 0]);
});

test("copies of drafts that are long gone are cleared away, others are left alone", () => {
  const old = JSON.stringify({ base: "new", unsent: [[["bio", "x"]]], at: -15 * 86_400_000 });
  const fresh = JSON.stringify({ base: "new", unsent: [[["bio", "x"]]], at: 1_000 });
  const world = createAutosaveFixture(
    new Map([
      ["draft:gone:about", old],
      ["draft:other:about", fresh],
      ["theme", "dark"],
    ]),
  );
  openAutosavePage(world);
  expect([...world.kept.keys()]).toEqual(["draft:other:about", "theme"]);
});

test("the next page on a step goes on with what the last one left, unseen by storage", async () => {
  const world = createAutosaveFixture();
  world.mode = "down";
  const { engine } = openAutosavePage(world);
  engine.schedule(bioFields("a"));
  const unsentCopy = engine.retire();
  world.mode = "up";
  const next = new AutosaveEngine({ draftId: "d1", step: "about", version: "new" }, world);
  expect(next.start(bioFields(""), unsentCopy)).toEqual([bioFields("a")]);
  await world.pass(60_000);
  expect(world.requests.map(({ text }) => text)).toEqual(["a"]);
});

test("a page that was read before the last page's saves shows them, and saves no older answers", async () => {
  const world = createAutosaveFixture();
  const { engine } = openAutosavePage(world);
  const panel: Fields = [["influences", "ferries"]];
  for (const fields of [panel, bioFields("a"), bioFields("ab")]) {
    engine.schedule(fields);
    engine.flush();
    await world.pass(0);
  }
  const open = (version: string) => {
    const next = new AutosaveEngine({ draftId: "d1", step: "about", version }, world);
    return { next, shown: next.start(bioFields(""), engine.retire(version)) };
  };
  expect(open("v:ab").shown).toEqual([]);
  expect(open("of another device").shown).toEqual([]);
  expect(open("v:a").shown).toEqual([bioFields("ab")]);
  const { next, shown } = open("new");
  // A field that only the first of them had is not lost.
  expect(shown).toEqual([panel, bioFields("ab")]);
  expect(next.token()).toBe("v:ab");
});

test("whatever happens on the way, all that was typed last arrives, and alone it meets no conflict", async () => {
  const modes = fc.constantFrom<ServerMode>("up", "down", "reply lost", "busy", "foreign page");
  const acts = fc.array(
    fc.oneof(
      fc.record({ act: fc.constant("type" as const), text: fc.stringMatching(/^[a-c]{1,3}$/) }),
      fc.record({ act: fc.constant("pass" as const), ms: fc.integer({ min: 0, max: 9_000 }) }),
      fc.record({ act: fc.constant("mode" as const), mode: modes }),
      fc.record({ act: fc.constantFrom("flush" as const, "wake" as const, "reload" as const) }),
    ),
    { maxLength: 25 },
  );
  await fc.assert(
    fc.asyncProperty(acts, async (steps) => {
      let world = createAutosaveFixture();
      let { engine } = openAutosavePage(world);
      let last = "";
      for (const step of steps) {
        if (step.act === "type") {
          last = step.text;
          engine.schedule(bioFields(last));
        }
        if (step.act === "pass") await world.pass(step.ms);
        if (step.act === "mode") world.mode = step.mode;
        if (step.act === "flush" || step.act === "wake") engine[step.act]();
        if (step.act === "reload") {
          // As pagehide does; whatever is on its way ends before the next page asks.
          engine.flush();
          await world.pass(0);
          const { storedText, mode, mostAtOnce } = world;
          world = Object.assign(createAutosaveFixture(world.kept), { mode });
          world.storedText = storedText;
          world.mostAtOnce = mostAtOnce;
          ({ engine } = openAutosavePage(world, world.token(), storedText ?? ""));
        }
        expect(engine.state().phase).not.toBe("conflict");
      }
      world.mode = "up";
      engine.wake();
      await world.pass(120_000);
      expect(engine.state().phase).not.toBe("conflict");
      if (last !== "") expect(world.storedText).toBe(last);
      expect(world.mostAtOnce).toBeLessThanOrEqual(1);
    }),
    { numRuns: 200 },
  );
});

const form = (fields: Record<string, string>): Fields => Object.entries(fields);

const title = (text: string) => form({ title: text });
const panel = form({ title: "a", "tracks[0].id": "t1", "tracks[0].producers[0].name": "Ada" });
const closedPanel = form({ title: "b", "tracks[0].id": "t1" });
const otherRow = form({ title: "c", "tracks[0].id": "t2", "tracks[0].producers[0].name": "Bea" });

const lines: [string, Fields[], Fields, Fields[]][] = [
  ["the latest state of a form wins", [title("a")], title("b"), [title("b")]],
  ["what a closed panel held still goes out first", [panel], closedPanel, [panel, closedPanel]],
  ["a panel that was opened again replaces what it held", [panel, closedPanel], panel, [panel]],
  ["the same names around another row are other fields", [panel], otherRow, [panel, otherRow]],
  ["nothing waits: the state is all there is", [], closedPanel, [closedPanel]],
];

test.each(lines)("%s", (_, unsent, fields, expectedFields) => {
  expect(mergeUnsent(unsent, fields)).toEqual(expectedFields);
});

const pairs: [string, Record<string, string>, Record<string, string>, boolean][] = [
  ["stray spaces", { a: " x " }, { a: "x" }, true],
  ["empty fields", { a: "x", b: "" }, { a: "x" }, true],
  ["line ends", { a: "x\r\ny" }, { a: "x\ny" }, true],
  ["another text", { a: "x" }, { a: "y" }, false],
  ["another field", { a: "x" }, { b: "x" }, false],
];

test.each(pairs)("answers that differ in %s: %j and %j", (_, one, other, same) => {
  expect(sameAnswers(form(one), form(other))).toBe(same);
});
