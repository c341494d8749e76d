import fc from "fast-check";
import { expect, test } from "vitest";
import {
  changedShare,
  clampShare,
  roundShare,
  type SongwriterAnswers,
  shareNote,
  sharesAriaText,
  sharesDisplay,
  shareVerdict,
  splitEvenly,
  totalShare,
} from "./songwriters";

const writer = (percentage: string, firstName = "Bo"): SongwriterAnswers => ({
  firstName,
  lastName: firstName && "Ek",
  percentage,
});
const shares = (...percentages: string[]) => percentages.map((share) => writer(share));

test.each([
  ["50", "50"],
  ["050", "50"],
  [" 33.3 %", "33"],
  ["12,5", "13"],
  ["0", "0"],
  ["-5", "0"],
  ["101", "100"],
  ["1e9", "100"],
  ["", ""],
  ["half", ""],
  ["1/3", "33"],
  ["2 / 3", "67"],
  ["½", ""],
  ["50/50", "50"],
  ["1/0", ""],
  ["NaN", ""],
  ["Infinity", ""],
])("a share typed as %j counts as %j", (text, share) => {
  expect(clampShare(text)).toBe(share);
});

test("any typed share becomes empty or a whole number from 0 to 100", () => {
  const anyText = fc.oneof(fc.string(), fc.double().map(String), fc.integer().map(String));
  fc.assert(
    fc.property(anyText, (text) => {
      expect(clampShare(text)).toMatch(/^(?:|\d|[1-9]\d|100)$/);
      expect(clampShare(clampShare(text))).toBe(clampShare(text));
    }),
  );
});

test.each<[string[], string, string, string]>([
  [["60", "40"], "done", "Total 100%", "The shares add up to 100%."],
  [["100", "0"], "done", "Total 100%", "The shares add up to 100%."],
  [
    ["60", "50"],
    "over",
    "Over 100% - Please reduce percentages",
    "The shares add up to 110%. That is 10% too much.",
  ],
  [["60", ""], "under", "Need 40% more", "The shares add up to 60%. That is 40% still to share."],
  [["99"], "under", "Need 1% more", "The shares add up to 99%. That is 1% still to share."],
  [
    ["", "0"],
    "under",
    "Please enter percentages",
    "The shares add up to 0%. Please enter percentages.",
  ],
])("shares of %j are %s: %s", (percentages, state, text, spokenName) => {
  expect(shareVerdict(shares(...percentages))).toEqual({ state, text });
  expect(sharesAriaText(shares(...percentages))).toBe(spokenName);
});

test("the verdict on shares is done at exactly 100, else over or what is still needed", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100), { maxLength: 5 }), (numbers) => {
      const writers = shares(...numbers.map(String));
      const total = numbers.reduce((sum, share) => sum + share, 0);
      expect(totalShare(writers)).toBe(total);
      const { state, text } = shareVerdict(writers);
      if (total === 100) expect(state).toBe("done");
      else if (total > 100) expect(state).toBe("over");
      else if (total > 0) expect([state, text]).toEqual(["under", `Need ${100 - total}% more`]);
      else expect([state, text]).toEqual(["under", "Please enter percentages"]);
    }),
  );
});

test.each<[number, string[]]>([
  [0, []],
  [1, ["100"]],
  [2, ["50", "50"]],
  [3, ["34", "33", "33"]],
  [7, ["15", "15", "14", "14", "14", "14", "14"]],
])("%i songwriters share 100 as %j", (count, expectedShares) => {
  const writers = Array.from({ length: count }, () => writer("7"));
  expect(splitEvenly(writers).map(({ percentage }) => percentage)).toEqual(expectedShares);
});

test("an even split is done, differs by one at most, and changes nothing but shares", () => {
  const row = fc.record({
    firstName: fc.constantFrom("", "Ada"),
    lastName: fc.constantFrom("", "Low"),
    percentage: fc.nat(100).map(String),
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), (rows) => {
      const split = splitEvenly(rows);
      expect(shareVerdict(split).state).toBe("done");
      const percentages = split.map(({ percentage }) => Number(percentage));
      expect(Math.max(...percentages) - Math.min(...percentages)).toBeLessThanOrEqual(1);
      const names = (all: typeof rows) => all.map(({ percentage: _, ...rest }) => rest);
      expect(names(split)).toEqual(names(rows));
      expect(splitEvenly(split)).toEqual(split);
    }),
  );
});

test.each(["50", "050", "50%", " 50 ", "50.0", ""])("%j is no changed share", (text) => {
  expect(changedShare(text)).toBe("");
  expect(roundShare({ percentage: text })).not.toHaveProperty("typedShare");
});

test.each([
  ["33.33", "33"],
  ["12.5", "13"],
  ["1/3", "33"],
  ["150", "100"],
  ["-5", "0"],
  ["half", ""],
  ["33½", "33"],
])("a share typed as %j is told, until another is typed", (typed, percentage) => {
  const rounded = roundShare({ percentage: typed });
  expect(rounded).toEqual({ percentage, typedShare: typed });
  // The page sends both again.
  expect(roundShare(rounded)).toEqual(rounded);
  expect(shareNote(typed, percentage)).toContain(typed);
  expect(roundShare({ ...rounded, percentage: "47" })).toEqual({ percentage: "47" });
});

test.each([
  [Array.from({ length: 3 }, () => "33.33"), "Rounding left 1%. Add it to one of the shares."],
  [Array.from({ length: 8 }, () => "12.5"), "Rounding made 4% too much. Take it off the shares."],
  [["1/3", "2/3"], ""],
  [["33.4", "20"], ""],
  [["33", "33", "33"], ""],
])("shares of %j: %j", (typed, text) => {
  const writers = typed.map((share) => roundShare(writer(share)));
  expect(sharesDisplay(writers).rounding).toBe(text);
  expect(sharesDisplay(writers).spoken).toContain(text);
});
