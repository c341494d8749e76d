import { expect, test } from "vitest";
import { fitLines, fitText } from "./fit-text";

test("a text within the limit stays as it is; a longer one ends in an ellipsis at the limit", () => {
  expect(fitText("abcde", 5)).toBe("abcde");
  expect(fitText("abcdef", 5)).toBe("abcd…");
});

test("a cut never leaves half a character", () => {
  expect(fitText("abc🎵def", 5)).toBe("abc…");
});

test("lines fill one text before the next begins", () => {
  const lines = ["a".repeat(40), "b".repeat(30), "c".repeat(40)];
  expect(fitLines(lines, 2, 100)).toEqual([`${lines[0]}\n${lines[1]}`, lines[2]]);
});

test("lines that fit nowhere are counted, and every text stays within the limit", () => {
  const texts = fitLines(
    Array.from({ length: 9 }, (_, i) => `${i}`.repeat(40)),
    2,
    100,
  );
  expect(texts).toHaveLength(2);
  expect(texts[1]).toMatch(/\n… and 5 more$/);
  for (const text of texts) expect(text.length).toBeLessThanOrEqual(100);
});

test("no lines make no text", () => {
  expect(fitLines([], 3)).toEqual([]);
});
