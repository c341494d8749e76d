import { expect, test } from "vitest";
import { isFromOwnOrigin } from "./origin-check";

const post = (headers: Record<string, string>, method = "POST") =>
  isFromOwnOrigin(new Request("https://submit.example.com/submit/artist", { method, headers }));

test("a form of this site may post", () => {
  expect(post({ Origin: "https://submit.example.com" })).toBe(true);
});

test.each([
  [{ Origin: "https://evil.example" }],
  [{ Origin: "https://submit.example.com.evil.example" }],
  [{ Origin: "https://submit.example.com:8443" }],
  [{ Origin: "null" }],
  [{ "Sec-Fetch-Site": "cross-site" }],
  [{ "Sec-Fetch-Site": "same-site" }],
])("a post with %j is refused", (headers) => {
  expect(post(headers)).toBe(false);
});

test("a link from another site may be followed", () => {
  expect(post({ Origin: "https://evil.example" }, "GET")).toBe(true);
});

test("a client that is no browser may post", () => {
  expect(post({})).toBe(true);
});
