import { expect, test } from "vitest";
import { MAX_SAVED_REASONS } from "~/domain/review/saved-reason";
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
  const change = { title: "A better name", text: "Dear {artist}: no." };
  expect(await changeSavedReason(deps, first, change, actor)).toBe(true);
  expect(await named("A better name")).toMatchObject({ ...change, updatedBy: "Ada Berg" });
  // Whoever still sees the one before is told so, and changes nothing.
  expect(await changeSavedReason(deps, first, { title: "Lost", text: "Lost." }, actor)).toBe(false);
  expect(await changeSavedReason(deps, first, "remove", actor)).toBe(false);
  expect(await named("A better name")).toBeDefined();
});

test("of two colleagues who change a reason at once one is told of the other", async () => {
  await addSavedReason(deps, { title: "Raced", text: "First." }, actor);
  const seen = await named("Raced");
  if (!seen) throw new Error("It was not saved");
  const done = await Promise.all(
    ["One.", "Two.", "Three."].map((text) =>
      changeSavedReason(deps, seen, { title: "Raced", text }, actor),
    ),
  );
  expect(done.filter(Boolean)).toHaveLength(1);
});

test("there are never more than so many, however many are saved at once", async () => {
  const reasons = Array.from({ length: MAX_SAVED_REASONS }, (_, index) => ({
    title: `Reason ${index}`,
    text: "No.",
  }));
  const added = await Promise.all(reasons.map((reason) => addSavedReason(deps, reason, actor)));
  expect(added).toContain(false);
  expect(await listSavedReasons(deps.db)).toHaveLength(MAX_SAVED_REASONS);
  const removed = await named("Reason 1");
  if (!removed) throw new Error("It was not saved");
  expect(await changeSavedReason(deps, removed, "remove", actor)).toBe(true);
  expect(await listSavedReasons(deps.db)).toHaveLength(MAX_SAVED_REASONS - 1);
});
