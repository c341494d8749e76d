import { expect, test } from "vitest";
import { isFromOwnOrigin } from "./request-scope";

const post = (headers: Record<string, string>, method = "POST") =>
  isFromOwnOrigin(new Request("https://submit.example.com/submit/artist", { method, headers }));

test("a form of this site may post", () => {
  expect(post({ Origin: "https://submit.example.com" })).toBe(true);
});

test.each([
  [{ Origin: "https://evil.example" }],
  [{ Origin: "https://submit.example.com.evil.example" }],
  [{ Origin: "https://submit.example.com:8443" }],
  [{ Origin: "http://submit.example.com" }],
  [{ Origin: "null" }],
  [{ Origin: "file://" }],
  [{ Origin: "https://submit.example.com", "Sec-Fetch-Site": "cross-site" }],
  [{ Origin: "https://submit.example.com", "Sec-Fetch-Site": "same-site" }],
  [{ Origin: "https://evil.example", "Sec-Fetch-Site": "same-origin" }],
  [{ "Sec-Fetch-Site": "" }],
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

test("behind something that ends TLS, pages of the public address may post, and no others", () => {
  const isAllowed = (Origin: string) => {
    const request = new Request("http://10.0.0.1:8788/", { method: "POST", headers: { Origin } });
    return isFromOwnOrigin(request, "https://submit.example.com");
  };
  expect(isAllowed("https://submit.example.com")).toBe(true);
  expect(isAllowed("http://submit.example.com")).toBe(false);
  expect(isAllowed("https://evil.example")).toBe(false);
});
