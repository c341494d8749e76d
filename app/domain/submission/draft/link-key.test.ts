import { expect, test } from "vitest";
import { schemaErrors } from "~/forms/schema-errors";
import { openLinkSchema, parseLinkKey } from "./link-key";

const KEY = "a1_-".repeat(11).slice(0, 43);

test.each([
  `https://submit.example.com/submit/continue/${KEY}`,
  ` <https://submit.example.com/submit/continue/${KEY}> `,
  `/submit/continue/${KEY}?utm_source=mail#x`,
  `Here it is: https://submit.example.com/submit/continue/${KEY}.`,
  KEY,
  ` ${KEY}\n`,
])("the key is found in %j", (text) => {
  expect(parseLinkKey(text)).toBe(KEY);
  expect(schemaErrors(openLinkSchema, { link: text })).toEqual({});
});

test.each([
  "https://submit.example.com/submit/continue/",
  `https://submit.example.com/submit/continue/${KEY.slice(1)}`,
  `https://submit.example.com/submit/continue/${KEY}x`,
  "see you at the gig",
])("there is none in %j, and the artist is told", (text) => {
  expect(parseLinkKey(text)).toBeUndefined();
  expect(schemaErrors(openLinkSchema, { link: text }).link).toMatchObject({ reason: "wrong" });
});

test("an empty link is reported as missing", () => {
  expect(schemaErrors(openLinkSchema, { link: " " }).link).toEqual({
    text: "Paste your link first",
    reason: "missing",
  });
});
