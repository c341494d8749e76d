import { expect, test } from "vitest";
import { scrubbed } from "./scrub";

test.each([
  ["mail to ada@low.example bounced", "mail to [email] bounced"],
  ["mail to ZOË.o'NEIL@löw.example", "mail to [email]"],
  ["call +44 7700 900123 now", "call [number] now"],
  ["call (020) 7946 0018", "call [number]"],
  ["no such key: 01JD7Z5R8QABCDEFGHJKMNPQRS", "no such key: [id]"],
  ["upload 3f2504e0-4f89-11d3-9a0c-0305e82c3301 is gone", "upload [id] is gone"],
  ["Unexpected token 'Ada Low' in JSON", "Unexpected token [text] in JSON"],
  ["Unexpected “Ada”", "Unexpected [text]"],
  ['D1_ERROR: no such row: "Ada"', "D1_ERROR: no such row: [text]"],
  ["Column value 'Sinéad O'Connor' is invalid", "Column value [text] is invalid"],
  ["'Jess' Band' by 'Ada'", "[text]"],
  ["Unexpected 'Sinéad O'Connor has no e", "Unexpected [text]"],
  ['{"name":"Ada \\"Low\\" Vale","title":"x"}', "{[text]}"],
  ['{\\"name\\":\\"Ada\\"}', "{\\[text]}"],
  ["He said “I, “Ada”, agree”.", "He said [text]."],
  ["‘Ada’s song’ is gone", "[text] is gone"],
  ['Bio "one line\nand another, of Ada" is long', "Bio [text] is long"],
  ['Bad "Ada at https://a.example/submit and Bo" here', "Bad [text] here"],
  [
    "Bad 'Ada\n    at f (https://a.example/build/x-AB12CD34.js:1:2)",
    "Bad [text]\n    at f (https://a.example/build/x-AB12CD34.js:1:2)",
  ],
  ["Cannot read: My Song (final mix).wav", "Cannot read:[file]"],
  ["Failed to upload Dawn: chorus: Upload timeout", "Failed to upload [title]: Upload timeout"],
  [
    "Failed to upload custom artwork for Dawn: Network error",
    "Failed to upload custom artwork for [title]: Network error",
  ],
])("%j is kept as %j", (said, kept) => {
  expect(scrubbed(said)).toBe(kept);
});

test.each([
  "Failed to upload main artwork: Upload timeout",
  "Cannot read properties of undefined (reading 'releaseTitle')",
  "HTTP status 413",
  "R2_S3_SECRET_ACCESS_KEY must be set",
  "it isn't there, and can't be",
  "TypeError: x is undefined\n    at f (https://a.example/build/routes/submit.music-AB12CD34.js:12:3456)",
])("%j stays as it is", (said) => {
  expect(scrubbed(said)).toBe(said);
});
