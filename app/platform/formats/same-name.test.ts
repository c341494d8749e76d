import { expect, test } from "vitest";
import { isSameName } from "./same-name";

test.each([
  ["Noor Ayad", "Noor Ayad"],
  ["Noor Ayad", " noor  AYAD "],
  ["Noor Ayad", "Noor\u00a0Ayad"],
  ["Noor Ayad", "Noor\u200b Ayad"],
  ["Zoë", "Zoe\u0308"],
  ["ＮＯＯＲ", "Noor"],
])("%j and %j are one name", (one, other) => {
  expect(isSameName(one, other)).toBe(true);
});

test.each([
  ["Noor Ayad", "Noor"],
  ["Zoë", "Zoe"],
  ["Sigrid Vale", "Sigridvale"],
  ["", "Noor"],
])("%j and %j are two", (one, other) => {
  expect(isSameName(one, other)).toBe(false);
});
