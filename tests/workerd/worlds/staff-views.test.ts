import { expect, test } from "vitest";
import { MAX_VIEWS } from "~/domain/review/saved-view";
import { listViews, removeView, saveView } from "~/domain/review/saved-views.server";
import { systemClock } from "~/platform/clock";
import { randomIds } from "~/platform/ids";
import { openForFile } from "../../support/open-for-file";
import { watchedDatabase } from "../../support/watched-database";

const database = await openForFile(watchedDatabase);
const { db } = database;
const deps = { db, clock: systemClock, ids: randomIds };
const save = (staffId: string, name: string, query = "mine=1") =>
  saveView(deps, staffId, { name, query });
const views = async (staffId: string) =>
  (await listViews(db, staffId)).map(({ name, query }) => [name, query]);

test("each of the team has their own views, and one of the same name is replaced", async () => {
  await save("ada", "Folk", "genre=Folk");
  await save("ada", "Mine");
  await save("bo", "Folk", "genre=Folk&overdue=1");
  await save("ada", "Folk", "genre=Folk&findings=1");
  expect(await views("ada")).toEqual([
    ["Folk", "genre=Folk&findings=1"],
    ["Mine", "mine=1"],
  ]);
  const [folk] = await listViews(db, "bo");
  await removeView(db, "ada", folk?.id ?? "");
  expect(await views("bo")).toHaveLength(1);
  await removeView(db, "bo", folk?.id ?? "");
  expect(await views("bo")).toEqual([]);
});

test("nobody has more than so many, however many they save at once; a known one still changes", async () => {
  const names = Array.from({ length: MAX_VIEWS + 5 }, (_, index) => `View ${index}`);
  const saved = await Promise.all(names.map((name) => save("kim", name)));
  expect(saved.filter(Boolean)).toHaveLength(MAX_VIEWS);
  const [[name = ""] = []] = await views("kim");
  expect(await save("kim", name, "overdue=1")).toBe(true);
  expect(await save("kim", "One more")).toBe(false);
  expect(await views("kim")).toHaveLength(MAX_VIEWS);
  expect(await views("kim")).toContainEqual([name, "overdue=1"]);
});

test("views are found by their index", async () => {
  database.clear();
  await listViews(db, "kim");
  await save("kim", "View 1");
  await removeView(db, "kim", "x");
  const scans = (await database.plans()).filter((step) => /^SCAN (staff_views|own)/.test(step));
  expect(scans).toEqual([]);
});
