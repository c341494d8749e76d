import { expect, test } from "vitest";
import { redactSecretsInText, redactUrlSecrets } from "./reported-url";

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
