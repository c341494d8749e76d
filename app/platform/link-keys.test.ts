import { expect, test } from "vitest";
import { linkKeysOf, readLinkKeys } from "./link-keys";

const secret = (letter: string) => letter.repeat(32);

test("keys are pairs of an id and a secret, in the order they are given", () => {
  const a = `x:y${secret("a")}`;
  expect(readLinkKeys(`2026b:${a}, 2026a:${secret("b")}`)).toEqual([
    { id: "2026b", secret: a },
    { id: "2026a", secret: secret("b") },
  ]);
});

test.each([
  ["nothing", ""],
  ["a secret alone", secret("a")],
  ["no id", `:${secret("a")}`],
  ["a short secret", `k:${"a".repeat(31)}`],
  ["a secret with a space", `k:${secret("a")} ${secret("b")}`],
  ["a comma at the end", `k:${secret("a")},`],
  ["an id given twice", `k:${secret("a")},k:${secret("b")}`],
  ["an id that an address would change", `k&l:${secret("a")}`],
])("%s is no list of keys", (_, text) => expect(readLinkKeys(text)).toBeUndefined());

test("without keys the signing secret is all there is", () => {
  expect(linkKeysOf({ SIGNING_SECRET: "s" })).toEqual({ secret: "s", keys: [] });
});
