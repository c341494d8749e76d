import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  MAX_SAVED_REASONS,
  NEXT_DIGIT,
  type ReasonInput,
  type ReasonKind,
  reasonDigits,
} from "~/domain/review/saved-reason";
import {
  addSavedReason,
  changeSavedReason,
  listSavedReasons,
  usesStatement,
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
const list = (kind: ReasonKind = "reject") => listSavedReasons(deps.db, kind, new Date());
const named = async (title: string, kind?: ReasonKind) =>
  (await list(kind)).find((reason) => reason.title === title);
/** A reason of a form. */
const typed = (fields: Pick<ReasonInput, "title" | "text" | "digit"> & Partial<ReasonInput>) => ({
  ...{ kind: "reject" as const, finding: null, answer: "fix" as const },
  ...fields,
});

test("a label begins with reasons that it can change, and each change says whose it is", async () => {
  const [first, ...others] = await list();
  expect(others.length).toBeGreaterThan(2);
  if (!first) throw new Error("There are none");
  const change = typed({
    ...{ title: "A better name", text: "Dear {artist}: no.", finding: "clipping" },
    digit: first.digit,
  });
  expect(await changeSavedReason(deps, first, change, actor)).toBe("done");
  expect(await named("A better name")).toMatchObject({ ...change, updatedBy: "Ada Berg" });
  // Whoever still sees the one before is told so, and changes nothing.
  const lost = typed({ title: "Lost", text: "Lost.", digit: null });
  expect(await changeSavedReason(deps, first, lost, actor)).toBe("changed");
  expect(await changeSavedReason(deps, first, "remove", actor)).toBe("changed");
  expect(await named("A better name")).toBeDefined();
});

test("of two colleagues who change a reason at once one is told of the other", async () => {
  await addSavedReason(deps, typed({ title: "Raced", text: "First.", digit: null }), actor);
  const seen = await named("Raced");
  if (!seen) throw new Error("It was not saved");
  const done = await Promise.all(
    ["One.", "Two.", "Three."].map((text) =>
      changeSavedReason(deps, seen, typed({ title: "Raced", text, digit: null }), actor),
    ),
  );
  expect(done.toSorted()).toEqual(["changed", "changed", "done"]);
});

/** The digits of the reasons, by name. */
const digits = async () =>
  Object.fromEntries((await list()).map(({ title, digit }) => [title, digit]));

test("a colleague's new reason moves no digit, wherever its name is in the alphabet, and has the next free one", async () => {
  const before = await digits();
  const added = typed({ title: "AAA first of all", text: "No.", digit: NEXT_DIGIT });
  expect(await addSavedReason(deps, added, actor)).toBe("done");
  const { [added.title]: digit, ...others } = await digits();
  expect(others).toEqual(before);
  const used = Object.values(before).filter((other) => other !== null);
  expect(digit).toBe(reasonDigits.find((free) => !used.includes(free)));
});

test("of two reasons that get one digit at once, one has it, and the other is refused", async () => {
  const results = await Promise.all(
    ["Nine, one", "Nine, two"].map((title) =>
      addSavedReason(deps, typed({ title, text: "No.", digit: 9 }), actor),
    ),
  );
  expect(results.toSorted()).toEqual(["done", "taken"]);
  const seen = await named("Raced");
  if (!seen) throw new Error("It is not there");
  const { title, text } = seen;
  expect(await changeSavedReason(deps, seen, typed({ title, text, digit: 9 }), actor)).toBe(
    "taken",
  );
  expect(await changeSavedReason(deps, seen, typed({ title, text, digit: 8 }), actor)).toBe("done");
  expect(await digits()).toMatchObject({ Raced: 8 });
});

test("a reason that is posted twice is there once, and both posts get one answer", async () => {
  const reason = typed({ title: "Twice", text: "No.", digit: null });
  const post = () => addSavedReason(deps, reason, actor);
  expect(await Promise.all([post(), post()])).toEqual(["done", "done"]);
  const all = await list();
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

test("each kind has its own reasons and digits, and one keeps its kind", async () => {
  const [forChanges, first] = [await list("changes"), (await list("changes"))[0]];
  // Those to begin with that ask for nothing are no texts for changes.
  expect(forChanges.map(({ title, finding }) => [title, finding])).toEqual([
    ["A fault in the file", "clipping"],
    ["Parts belong to others", "rights-samples"],
    ["The mix is not ready", null],
  ]);
  if (!first) throw new Error("There are none");
  const taken = (await list()).map(({ digit }) => digit);
  expect(taken).toContain(1);
  expect(forChanges.map(({ digit }) => digit)).toContain(1);
  const second = typed({ kind: "changes", title: "Two", text: "Mend it.", digit: NEXT_DIGIT });
  expect(await addSavedReason(deps, second, actor)).toBe("done");
  expect((await named("Two", "changes"))?.digit).toBe(2);
  const moved = typed({ ...first, kind: "reject", digit: null });
  expect(await changeSavedReason(deps, first, moved, actor)).toBe("changed");
  expect((await list("changes"))[0]).toEqual(first);
});

test("it is known how often each was chosen since the year began; what is removed counts nothing", async () => {
  const [first, second] = await list();
  if (!first || !second) throw new Error("There are too few");
  const use = (decisionId: string, at: string, ...reasonIds: string[]) =>
    usesStatement(deps.db, { decisionId, reasonIds }, sql`TRUE`, new Date(at));
  await use("D1", "2025-12-31T23:59:59Z", first.id);
  await use("D2", "2026-01-01T00:00:00Z", first.id, first.id, "no reason");
  await use("D3", "2026-03-01T00:00:00Z", first.id, second.id);
  await usesStatement(
    deps.db,
    { decisionId: "D4", reasonIds: [first.id] },
    sql`FALSE`,
    new Date("2026-03-01T00:00:00Z"),
  );
  const now = new Date("2026-11-30T00:00:00Z");
  const used = (await listSavedReasons(deps.db, "reject", now)).map((reason) => [
    ...[reason.id, reason.usedThisYear],
  ]);
  expect(used.slice(0, 2)).toEqual([
    [first.id, 2],
    [second.id, 1],
  ]);
  expect(used.slice(2).every(([, count]) => count === 0)).toBe(true);
});

test("there are never more than so many, however many are saved at once", async () => {
  const reasons = Array.from({ length: MAX_SAVED_REASONS }, (_, index) =>
    typed({ title: `Reason ${index}`, text: "No.", digit: NEXT_DIGIT }),
  );
  const added = await Promise.all(reasons.map((reason) => addSavedReason(deps, reason, actor)));
  expect(added).toContain("full");
  expect(await list()).toHaveLength(MAX_SAVED_REASONS);
  const removed = await named("Reason 1");
  if (!removed) throw new Error("It was not saved");
  expect(await changeSavedReason(deps, removed, "remove", actor)).toBe("done");
  expect(await list()).toHaveLength(MAX_SAVED_REASONS - 1);
});
