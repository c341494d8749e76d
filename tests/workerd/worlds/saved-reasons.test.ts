import { expect, test } from "vitest";
import {
  MAX_SAVED_REASONS,
  NEXT_DIGIT,
  type ReasonInput,
  reasonDigits,
} from "~/domain/review/saved-reason";
import {
  addSavedReason,
  changeSavedReason,
  listSavedReasons,
} from "~/domain/review/saved-reasons.server";
import { systemClock } from "~/platform/clock";
import { randomIds } from "~/platform/ids";
import { openForFile } from "../../support/open-for-file";
import { createRaceFixture } from "../../support/race-fixture";

const fixture = await openForFile(createRaceFixture);
const deps = { db: fixture.deps.db, clock: systemClock, ids: randomIds };
const actor = {
  by: { kind: "staff", id: "01STAFF", name: "Ada Berg" },
  requestId: "one",
} as const;
const named = async (title: string) =>
  (await listSavedReasons(deps.db)).find((reason) => reason.title === title);

test("a label begins with reasons that it can change, and each change says whose it is", async () => {
  const [first, ...others] = await listSavedReasons(deps.db);
  expect(others.length).toBeGreaterThan(2);
  if (!first) throw new Error("There are none");
  const change = { title: "A better name", text: "Dear {artist}: no.", digit: first.digit };
  expect(await changeSavedReason(deps, first, change, actor)).toBe("done");
  expect(await named("A better name")).toMatchObject({ ...change, updatedBy: "Ada Berg" });
  // Whoever still sees the one before is told so, and changes nothing.
  const lost = { title: "Lost", text: "Lost.", digit: null };
  expect(await changeSavedReason(deps, first, lost, actor)).toBe("changed");
  expect(await changeSavedReason(deps, first, "remove", actor)).toBe("changed");
  expect(await named("A better name")).toBeDefined();
});

test("of two colleagues who change a reason at once one is told of the other", async () => {
  await addSavedReason(deps, { title: "Raced", text: "First.", digit: null }, actor);
  const seen = await named("Raced");
  if (!seen) throw new Error("It was not saved");
  const done = await Promise.all(
    ["One.", "Two.", "Three."].map((text) =>
      changeSavedReason(deps, seen, { title: "Raced", text, digit: null }, actor),
    ),
  );
  expect(done.toSorted()).toEqual(["changed", "changed", "done"]);
});

/** The digits of the reasons, by name. */
const digits = async () =>
  Object.fromEntries((await listSavedReasons(deps.db)).map(({ title, digit }) => [title, digit]));

test("a colleague's new reason moves no digit, wherever its name is in the alphabet, and has the next free one", async () => {
  const before = await digits();
  const added = { title: "AAA first of all", text: "No.", digit: NEXT_DIGIT } as const;
  expect(await addSavedReason(deps, added, actor)).toBe("done");
  const { [added.title]: digit, ...others } = await digits();
  expect(others).toEqual(before);
  const used = Object.values(before).filter((other) => other !== null);
  expect(digit).toBe(reasonDigits.find((free) => !used.includes(free)));
});

test("of two reasons that get one digit at once, one has it, and the other is refused", async () => {
  const results = await Promise.all(
    ["Nine, one", "Nine, two"].map((title) =>
      addSavedReason(deps, { title, text: "No.", digit: 9 }, actor),
    ),
  );
  expect(results.toSorted()).toEqual(["done", "taken"]);
  const seen = await named("Raced");
  if (!seen) throw new Error("It is not there");
  const { title, text } = seen;
  expect(await changeSavedReason(deps, seen, { title, text, digit: 9 }, actor)).toBe("taken");
  expect(await changeSavedReason(deps, seen, { title, text, digit: 8 }, actor)).toBe("done");
  expect(await digits()).toMatchObject({ Raced: 8 });
});

test("a reason that is posted twice is there once, and both posts get one answer", async () => {
  const reason = { title: "Twice", text: "No.", digit: null };
  const post = () => addSavedReason(deps, reason, actor);
  expect(await Promise.all([post(), post()])).toEqual(["done", "done"]);
  const all = await listSavedReasons(deps.db);
  const [seen, ...others] = all.filter(({ title }) => title === "Twice");
  expect(others).toEqual([]);
  if (!seen) throw new Error("It was not saved");
  const change = () => changeSavedReason(deps, seen, { ...reason, text: "Never." }, actor);
  expect([await change(), await change()]).toEqual(["done", "done"]);
  const changed = await named("Twice");
  if (!changed) throw new Error("It is not there");
  const remove = () => changeSavedReason(deps, changed, "remove", actor);
  expect([await remove(), await remove()]).toEqual(["done", "done"]);
});

test("there are never more than so many, however many are saved at once", async () => {
  const reasons = Array.from({ length: MAX_SAVED_REASONS }, (_, index) => ({
    title: `Reason ${index}`,
    text: "No.",
    digit: NEXT_DIGIT,
  })) satisfies ReasonInput[];
  const added = await Promise.all(reasons.map((reason) => addSavedReason(deps, reason, actor)));
  expect(added).toContain("full");
  expect(await listSavedReasons(deps.db)).toHaveLength(MAX_SAVED_REASONS);
  const removed = await named("Reason 1");
  if (!removed) throw new Error("It was not saved");
  expect(await changeSavedReason(deps, removed, "remove", actor)).toBe("done");
  expect(await listSavedReasons(deps.db)).toHaveLength(MAX_SAVED_REASONS - 1);
});
