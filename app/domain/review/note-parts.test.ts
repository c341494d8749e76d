import { expect, test } from "vitest";
import { mentionedIds, mentionHandles, momentsOf, noteParts } from "./note-parts";

const ada = { id: "1", name: "Ada Berg" };
const lund = { id: "2", name: "Ada Lund" };
const bo = { id: "3", name: "Bo" };
const mail = { id: "4", name: "kim@label.example" };
const team = [ada, lund, bo, mail];
const LENGTHS = [200, 4_000];

test.each([
  ["the whole name", "@Ada Berg, please listen", ["1"]],
  ["any case", "ask @ada lund", ["2"]],
  ["a first name of one only", "@Bo?", ["3"]],
  ["the first part of an address", "@kim: yes", ["4"]],
  ["a whole address", "@kim@label.example.", ["4"]],
  ["several, each once", "@Bo and @Ada Lund and @bo", ["3", "2"]],
  ["a first name of two is nobody", "@Ada?", []],
  ["a longer word is nobody", "@Bob, @bo_", []],
  ["an address of somebody else is nobody", "write to x@bo.example or x@Bo", []],
  ["a name without @ is nobody", "Bo likes it", []],
])("mentions: %s", (_, text, ids) => {
  expect(mentionedIds(text, team)).toEqual(ids);
});

test("the page offers the shortest text that mentions each", () => {
  expect(mentionHandles(team)).toEqual(["Ada Berg", "Ada Lund", "Bo", "kim"]);
  for (const [index, handle] of mentionHandles(team).entries())
    expect(mentionedIds(`@${handle}`, team)).toEqual([team[index]?.id]);
});

test.each([
  ["a time alone is in the first track", "loud at 1:23", [[1, 83]]],
  ["a track before it", "track 2 1:23", [[2, 83]]],
  [
    "the track that was named last",
    "Track 2: drop at 0:05 and 1:00:01, track 1 0:07",
    [
      [2, 5],
      [2, 3_601],
      [1, 7],
    ],
  ],
  ["each once", "1:23, again 1:23 and 01:23", [[1, 83]]],
  [
    "in brackets, with a dot after",
    "(1:23) or 1:24.",
    [
      [1, 83],
      [1, 84],
    ],
  ],
  ["past the end it is a time of the day", "call at 14:02", []],
  ["a track that there is not", "track 3 0:10, track 0 0:10", []],
  ["not a time", "1:60, 1:2, 1:23:45:67, 16:9, v1:23, 123:45", []],
])("moments: %s", (_, text, expected) => {
  const parts = noteParts(text, { colleagues: team, lengths: LENGTHS });
  const moments = momentsOf(parts).map(({ track, seconds }) => [track, seconds]);
  expect(moments).toEqual(expected);
});

test("where a track's length is unknown, its times count; without tracks none does", () => {
  const split = (text: string, lengths: (number | undefined)[]) =>
    momentsOf(noteParts(text, { colleagues: [], lengths }));
  expect(split("59:59", [undefined])).toEqual([{ track: 1, seconds: 3_599 }]);
  expect(split("1:23", [])).toEqual([]);
});

test("a note is split without losing a letter, and markup stays text", () => {
  const text = "<b>@Bo</b> track 2 1:23\n& @Ada Berg";
  const parts = noteParts(text, { colleagues: team, lengths: LENGTHS });
  expect(parts.map((part) => part.text).join("")).toBe(text);
  expect(parts).toEqual([
    { kind: "text", text: "<b>" },
    { kind: "mention", text: "@Bo", id: "3" },
    { kind: "text", text: "</b> track 2 " },
    { kind: "moment", text: "1:23", track: 2, seconds: 83 },
    { kind: "text", text: "\n& " },
    { kind: "mention", text: "@Ada Berg", id: "1" },
  ]);
});
