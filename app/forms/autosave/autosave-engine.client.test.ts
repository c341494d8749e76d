import { expect, test } from "vitest";
import {
  bioFields,
  createAutosaveFixture,
  flushPromises,
  openAutosavePage,
  type ServerMode,
} from "../../../tests/support/autosave-fixture";
import { MAX_SAVE_DELAY_MS, RETRY_MS, SAVE_DELAY_MS, TIMEOUT_MS } from "./autosave-activity";
import { SIGNED_OUT } from "./autosave-state";

test("what is typed is saved within 2 s of the last key, with one request", async () => {
  const world = createAutosaveFixture();
  const { engine } = openAutosavePage(world);
  for (const text of ["a", "ab", "abc"]) {
    engine.schedule(bioFields(text));
    await world.pass(300);
  }
  expect([world.requests.length, engine.state().phase]).toEqual([0, "waiting"]);
  await world.pass(1_700);
  expect(world.requests).toEqual([{ text: "abc", base: "new", keepalive: true }]);
  expect(engine.state()).toEqual({
    phase: "saved",
    savedAt: 1_000_000 + 600 + SAVE_DELAY_MS,
    recovered: false,
  });
  expect(engine.token()).toBe("v:abc");
  expect(world.kept.size).toBe(0);
});

test("typing without a pause is saved as well", async () => {
  const world = createAutosaveFixture();
  const { engine } = openAutosavePage(world);
  for (let at = 0; at <= MAX_SAVE_DELAY_MS; at += 500) {
    engine.schedule(bioFields(`at ${at}`));
    await world.pass(500);
  }
  expect(world.requests).toHaveLength(1);
});

test("leaving a field saves at once; nothing new is never sent", async () => {
  const world = createAutosaveFixture();
  const { engine } = openAutosavePage(world, "new", "a");
  engine.schedule(bioFields("a"));
  engine.flush();
  await world.pass(60_000);
  expect([world.requests.length, engine.state().phase]).toEqual([0, "idle"]);
  engine.schedule(bioFields("b"));
  engine.flush();
  await flushPromises();
  expect(world.storedText).toBe("b");
  engine.flush();
  await world.pass(60_000);
  expect(world.requests).toHaveLength(1);
});

test("one request at a time; what is typed meanwhile follows, the latest only", async () => {
  const world = createAutosaveFixture();
  const { engine } = openAutosavePage(world);
  world.mode = "slow";
  engine.schedule(bioFields("a"));
  engine.flush();
  for (const text of ["ab", "abc"]) {
    engine.schedule(bioFields(text));
    engine.flush();
  }
  await flushPromises();
  expect(world.requests).toHaveLength(1);
  world.mode = "up";
  world.finish();
  await world.pass(0);
  expect(world.requests.map(({ text }) => text)).toEqual(["a", "abc"]);
  expect([world.storedText, world.mostAtOnce]).toEqual(["abc", 1]);
});

test("what is typed while the form itself is on its way is kept, and saved over what that led to", async () => {
  const world = createAutosaveFixture();
  const { engine } = openAutosavePage(world, "new", "a");
  engine.setPaused(true);
  engine.schedule(bioFields("ab"));
  engine.flush();
  await world.pass(60_000);
  expect([world.requests, world.kept.size]).toEqual([[], 1]);
  // The post has stored the step as it was when the button was pressed.
  world.storedText = "a";
  engine.rebase("v:a");
  engine.setPaused(false);
  await flushPromises();
  expect(world.requests.map(({ text, base }) => [text, base])).toEqual([["ab", "v:a"]]);
  expect([world.storedText, engine.state().phase]).toEqual(["ab", "saved"]);
});

test("offline edits are kept in the browser, said so, and sent on return", async () => {
  const world = createAutosaveFixture();
  const { engine } = openAutosavePage(world);
  world.mode = "down";
  engine.schedule(bioFields("a"));
  await world.pass(SAVE_DELAY_MS);
  expect(engine.state()).toEqual({ phase: "offline" });
  engine.schedule(bioFields("ab"));
  expect(engine.state()).toEqual({ phase: "offline" });
  expect(world.kept.get("draft:d1:about")).toContain('["bio","ab"]');
  world.mode = "up";
  engine.wake();
  await world.pass(0);
  expect(world.storedText).toBe("ab");
  expect(engine.state()).toMatchObject({ phase: "saved", recovered: true });
  expect(world.kept.size).toBe(0);
});

test.each(["down", "busy", "foreign page", "half a refusal"] as const)(
  "%s: it is tried again by itself, with longer and longer pauses",
  async (mode) => {
    const world = createAutosaveFixture();
    const { engine } = openAutosavePage(world);
    world.mode = mode;
    engine.schedule(bioFields("a"));
    await world.pass(SAVE_DELAY_MS);
    const phase = engine.state().phase;
    expect(phase).toBe(mode === "busy" ? "waiting" : "offline");
    await world.pass(RETRY_MS);
    expect(world.requests).toHaveLength(2);
    await world.pass(RETRY_MS);
    expect(world.requests).toHaveLength(2);
    world.mode = "up";
    await world.pass(RETRY_MS);
    expect([world.requests.length, world.storedText]).toEqual([3, "a"]);
  },
);

test("a server that never answers counts as no connection", async () => {
  const world = createAutosaveFixture();
  const { engine } = openAutosavePage(world);
  world.mode = "slow";
  engine.schedule(bioFields("a"));
  await world.pass(SAVE_DELAY_MS + TIMEOUT_MS);
  expect(engine.state().phase).toBe("offline");
});

test("a reply that got lost is no conflict, and what was typed since is saved after it", async () => {
  const world = createAutosaveFixture();
  const { engine } = openAutosavePage(world);
  world.mode = "reply lost";
  engine.schedule(bioFields("a"));
  await world.pass(SAVE_DELAY_MS);
  expect([world.storedText, engine.state().phase]).toEqual(["a", "offline"]);
  engine.schedule(bioFields("ab"));
  world.mode = "up";
  engine.wake();
  await world.pass(0);
  expect(world.requests.map(({ text, base }) => [text, base])).toEqual([
    ["a", "new"],
    ["a", "new"],
    ["ab", "v:a"],
  ]);
  expect([world.storedText, engine.state().phase]).toEqual(["ab", "saved"]);
});

async function inConflict() {
  const world = createAutosaveFixture();
  const { engine } = openAutosavePage(world);
  world.storedText = "theirs";
  engine.schedule(bioFields("mine"));
  await world.pass(SAVE_DELAY_MS);
  expect(engine.state()).toEqual({ phase: "conflict", version: "v:theirs", savedAt: "T" });
  return { world, engine };
}

test("a change made elsewhere is never overwritten: sending stops until somebody chooses", async () => {
  const { world, engine } = await inConflict();
  engine.schedule(bioFields("mine too"));
  engine.flush();
  engine.wake();
  expect(await engine.flushAndWait()).toBe("conflict");
  await world.pass(60_000);
  expect([world.requests.length, world.storedText]).toEqual([1, "theirs"]);
  expect(world.kept.get("draft:d1:about")).toContain("mine too");
});

test("keeping what is on the page saves it over the other version", async () => {
  const { world, engine } = await inConflict();
  engine.keepMine(bioFields("mine too"));
  await world.pass(0);
  expect([world.storedText, engine.state().phase]).toEqual(["mine too", "saved"]);
});

test("taking the other version forgets what was typed", async () => {
  const { world, engine } = await inConflict();
  engine.takeTheirs();
  // As the page does while it goes.
  engine.schedule(bioFields("mine"));
  engine.flush();
  await world.pass(60_000);
  expect([world.requests.length, world.storedText, world.kept.size]).toEqual([1, "theirs", 0]);
});

test("who has signed out is told that nothing is saved any more, whatever still arrives", async () => {
  const world = createAutosaveFixture();
  const { engine } = openAutosavePage(world);
  engine.schedule(bioFields("mine"));
  engine.flush();
  const waiting = engine.flushAndWait();
  engine.discard();
  expect(world.kept.size).toBe(0);
  await waiting;
  engine.schedule(bioFields("mine too"));
  engine.flush();
  await world.pass(60_000);
  expect(engine.state()).toEqual({ phase: "refused", text: SIGNED_OUT });
  expect([world.requests.length, world.storedText, world.kept.size]).toEqual([1, "mine", 0]);
});

/** A gate on the way is no server of ours: nobody is told in its words. */
test.each([
  ["gone", "It expired."],
  ["foreign gate", "We couldn't save this. Copy what you typed, then reload the page."],
] as const)(
  "%s: the refusal is told in our words and not repeated until something is typed",
  async (mode, text) => {
    const world = createAutosaveFixture();
    const { engine } = openAutosavePage(world);
    world.mode = mode;
    engine.schedule(bioFields("a"));
    await world.pass(60_000);
    expect(engine.state()).toEqual({ phase: "refused", text });
    expect(world.requests).toHaveLength(1);
    expect(await engine.flushAndWait()).toBe("refused");
    world.mode = "up";
    engine.schedule(bioFields("ab"));
    await world.pass(SAVE_DELAY_MS);
    expect(world.storedText).toBe("ab");
  },
);

const settlings: [ServerMode, string][] = [
  ["up", "saved"],
  ["down", "offline"],
  ["busy", "offline"],
  ["reply lost", "offline"],
  ["gone", "refused"],
];

test.each(settlings)("waiting for everything to be saved, %s: %s", async (mode, outcome) => {
  const world = createAutosaveFixture();
  const { engine } = openAutosavePage(world);
  expect(await engine.flushAndWait()).toBe("saved");
  world.mode = mode;
  engine.schedule(bioFields("a"));
  expect(await engine.flushAndWait()).toBe(outcome);
});
