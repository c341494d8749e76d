import { expect, test } from "vitest";
import { honeypotsAreEmpty } from "./honeypots";

test("a post with empty or absent hidden fields passes", () => {
  expect(honeypotsAreEmpty([])).toBe(true);
  expect(
    honeypotsAreEmpty([
      ["website", " "],
      ["intent", "next"],
    ]),
  ).toBe(true);
});

test.each(["website", "email_confirm", "url", "homepage"])(
  "a filled %s gives a script away",
  (name) => {
    expect(honeypotsAreEmpty([[name, "https://spam.example"]])).toBe(false);
  },
);
