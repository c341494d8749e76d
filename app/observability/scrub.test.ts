import { expect, test } from "vitest";
import { redactSecretsInText, redactUrlSecrets, sanitizeUserAgent, scrubbed } from "./scrub";

const site = "https://submit.example.com";
const token = "Zk3v9xQ1b7Lr5Tn2Wc8Yd4Fg6Hj0Ks1Mp3Qa5Se7Uw9";

test.each([
  [`${site}/submit/review`, `${site}/submit/review`],
  [`${site}/submit/review?key=${token}#top`, `${site}/submit/review`],
  [`${site}/i/${token}`, `${site}/i/:token`],
  [`${site}/r/short`, `${site}/r/:token`],
  [`${site}/r/${token}/more?x=1`, `${site}/r/:token`],
  [`${site}/resume/${token}`, `${site}/:other/:id`],
  [`${site}/split/abcdefghijklmnopqrstuvwxyz`, `${site}/split/:token`],
  [`${site}/files/01JD7Z5R8Q0000000000000000/a.wav`, `${site}/files/:id/:name`],
  [`${site}/Zephyr-Marker`, `${site}/:other`],
  [
    `${site}/assets/chunk-4K2XJQ7ABCDEFGH.js:12:34`,
    `${site}/assets/chunk-4K2XJQ7ABCDEFGH.js:12:34`,
  ],
  [`https://ada:secret@submit.example.com/submit`, `${site}/submit`],
  ["javascript:alert(1)", null],
  ["blob:https://submit.example.com/x", null],
  ["https://", null],
  ["", null],
])("%s is kept as %s", (url, keptUrl) => {
  expect(redactUrlSecrets(url)).toBe(keptUrl);
});

test("an endless address is cut", () => {
  expect(redactUrlSecrets(`${site}/${"a/".repeat(500)}`)).toHaveLength(300);
});

test("a stack trace keeps its scripts and places and loses every token", () => {
  const stack = `Error: gone
    at send (${site}/assets/submit.review-2XJQ7ABCDEFGHIJK.js:1:2345)
    at ${site}/i/${token}?next=${token}:3:4`;
  expect(redactSecretsInText(stack)).toBe(`Error: gone
    at send (${site}/assets/submit.review-2XJQ7ABCDEFGHIJK.js:1:2345)
    at ${site}/i/:token`);
});

test.each([
  ["mail to ada@low.example bounced", "mail to [email] bounced"],
  ["mail to ZOË.o'NEIL@löw.example", "mail to [email]"],
  ["call +44 7700 900123 now", "call [number] now"],
  ["call (020) 7946 0018", "call [number]"],
  ["call +49/30/1234567", "call [number]"],
  ["call +44\u00a07700\u00a0900123 or +1–202–555–0173", "call [number] or [number]"],
  ["call +44·7700·900123", "call [number]"],
  ["call ٠٧٧٠٠٩٠٠١٢٣", "call [number]"],
  ["1.2.3.4 was refused", "[number] was refused"],
  ["2001:db8::1 and ::1 were refused", "[number] and [number] were refused"],
  ["from [2001:0db8:85a3:0:0:8a2e:370:7334]:80", "from [[number]]:80"],
  ["ada%40low.example is taken", "[email] is taken"],
  ["GET /r?artist=Ada+Low&x=1 failed", "GET /r failed"],
  ["artists/ada-low-7z5r8qab/images is gone", "artists/[name]/images is gone"],
  ["no such key: artists/sinead-o-connor-7z5r8qab", "no such key: artists/[name]"],
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
  ["„Ada“ ist weg", "[text] ist weg"],
  ["‚Ada‘ ist weg", "[text] ist weg"],
  ["»Ada« ist weg", "[text] ist weg"],
  ["‹Ada› est parti", "[text] est parti"],
  ["「Ada」と『Bo』", "[text]と[text]"],
  ["‘Ada’s song’ is gone", "[text] is gone"],
  ['Bio "one line\nand another, of Ada" is long', "Bio [text] is long"],
  ['Bad "Ada at https://a.example/submit and Bo" here', "Bad [text] here"],
  [
    "Bad 'Ada\n    at f (https://a.example/assets/x-AB12CD34.js:1:2)",
    "Bad [text]\n    at f (https://a.example/assets/x-AB12CD34.js:1:2)",
  ],
  ["Cannot read: My Song (final mix).wav", "Cannot read:[file]"],
  ["Cannot read: Ada Low live.mp4", "Cannot read:[file]"],
  ["Cannot read: Ada Low.rtf", "Cannot read:[file]"],
  ["Failed to upload Dawn: chorus: Upload timeout", "Failed to upload [title]: Upload timeout"],
  [
    "Failed to upload custom artwork for Dawn: Network error",
    "Failed to upload custom artwork for [title]: Network error",
  ],
])("%j is kept as %j", (text, keptText) => {
  expect(scrubbed(text)).toBe(keptText);
});

test.each([
  "Failed to upload main artwork: Upload timeout",
  "Cannot read properties of undefined (reading 'releaseTitle')",
  "HTTP status 413",
  "R2_S3_SECRET_ACCESS_KEY must be set",
  "it isn't there, and can't be",
  "At 10:00:00 the queue had 3/12 parts: std::move, ::before",
  "Board » Release: no such column",
  "GET /api/artists/current and app/domain/artists/completion.ts",
  "TypeError: x is undefined\n    at f (https://a.example/assets/routes/submit.music-AB12CD34.js:12:3456)",
])("%j stays as it is", (text) => {
  expect(scrubbed(text)).toBe(text);
});

test.each([
  ["letters", "a"],
  ["spaces", " "],
  ["parts of an address", "a."],
  ["dashes", "a-"],
  ["figures and brackets", "1("],
  ["figures without an end", "1 "],
  ["mail addresses that are none", "a@"],
  ["our own words", "Failed to upload "],
  ["files", "a.wav"],
  ["quotes that are not closed", "'a "],
  ["addresses", "https://a.example/ "],
  ["colons", "::"],
  ["questions", "a?b"],
  ["pointed marks", "»"],
  ["low marks", "„"],
  ["coded mail addresses", "a%40"],
  ["folders", "artists/a-"],
  ["parts of an address of the net", "1:"],
])("a long text of nothing but %s is scrubbed quickly", (_, word) => {
  const text = word.repeat(Math.ceil(32_000 / word.length));
  const startedAt = performance.now();
  scrubbed(text);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test.each([
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 iPhone CPU iPhone OS 17_5 like Mac OS X AppleWebKit/605.1.15 KHTML like Gecko Version/17.5 Mobile/15E148 Safari/604.1",
  ],
  [
    "Mozilla/5.0 (Linux; Android 14; Zephyr X1 Build/UP1A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 Linux Android 14 AppleWebKit/537.36 KHTML like Gecko Chrome/131.0.0.0 Mobile Safari/537.36",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0",
    "Mozilla/5.0 Windows NT 10.0 Win64 x64 Gecko/20100101 Firefox/132.0",
  ],
  ["Ada Lovelace, 4477 0090 0123, Mozilla/Ada", null],
  ["<b>Ada</b>", null],
  ["", null],
])("%j is kept as %j", (userAgent, expectedBrowser) => {
  expect(sanitizeUserAgent(userAgent)).toBe(expectedBrowser);
});
