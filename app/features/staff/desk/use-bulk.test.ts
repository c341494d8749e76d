import { expect, test } from "vitest";
import { chooseRows, noticeOf, UNSENT } from "./use-bulk";

const ids = ["a", "b", "c", "d", "e"];
const choose = (chosen: string[], id: string, last?: string, isRange = false) => [
  ...chooseRows({ ids, chosen: new Set(chosen), ...(last && { last }) }, id, isRange),
];

test("a press chooses a row, and the next press of it no more", () => {
  expect(choose(["a"], "c", "a")).toEqual(["a", "c"]);
  expect(choose(["a", "c"], "c", "c")).toEqual(["a"]);
});

test("a range chooses all from the last row to this one, up or down, and takes none away", () => {
  expect(choose(["b"], "d", "b", true)).toEqual(["b", "c", "d"]);
  expect(choose(["d"], "b", "d", true)).toEqual(["d", "b", "c"]);
  expect(choose(["b", "c", "d"], "c", "d", true)).toEqual(["b", "c", "d"]);
});

test("a range without a last row chooses this one, and one from a row that is gone does so, too", () => {
  expect(choose([], "c", undefined, true)).toEqual(["c"]);
  expect(choose([], "c", "gone", true)).toEqual(["c"]);
});

const entry = (name: string) => ({ id: name, name, fate: "waiting", revision: 2 }) as const;
const done = (...names: string[]) => names.map(entry);
const left = (...names: string[]) =>
  names.map((name) => ({ id: name, name, why: "Ada has set this to Live." }));
const result = (reply: object) =>
  noticeOf({ kind: "done", status: "Approved", done: [], left: [], ...reply });

test("what was done with several is told, with why the first of those left was left", () => {
  expect(result({ done: done("A", "B") })).toEqual({
    text: "2 are Approved now",
    more: "Their emails go out in 10 minutes.",
    items: ["A:2", "B:2"],
    isBad: false,
  });
  expect(result({ done: done("A"), left: left("B") })).toMatchObject({
    text: "1 is Approved now, 1 left as it was",
    more: "B: Ada has set this to Live.",
    items: ["A:2"],
  });
  expect(result({ done: done("A"), left: left("B", "C") }).text).toMatch(/, 2 left as they were$/);
  expect(result({ left: left("B") })).toMatchObject({ text: "Nothing was changed", isBad: true });
});

test("what is undone is told by name, and can't be undone again", () => {
  const undone = ["A", "B", "C", "D"].map((name) => ({ id: name, name, fate: "unwanted" }));
  expect(result({ status: "as before", done: undone })).toMatchObject({
    text: "4 are as before now",
    more: "A, B, C and 1 more",
    items: [],
  });
});

test("what was not sent, or refused for its reason, says so", () => {
  const refused = { text: "Not sent: nothing was changed", items: [], isBad: true };
  expect(noticeOf(UNSENT)).toEqual({
    ...refused,
    more: "We could not reach the server. All are still chosen, so you can send it again.",
  });
  const errors = { reason: { text: "A rejection needs a reason.", reason: "missing" as const } };
  const asked = { chosen: [], statuses: [], hasMore: false, previews: [], errors };
  expect(noticeOf({ kind: "asked", ...asked, values: { status: "rejected", reason: "" } })).toEqual(
    { ...refused, more: "A rejection needs a reason." },
  );
});
