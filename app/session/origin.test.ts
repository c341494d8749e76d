import { expect, test } from "vitest";
import { foreignOrigin, requireOwnSite } from "./origin";

const from = (site?: string) => () =>
  requireOwnSite({ headers: new Headers(site === undefined ? {} : { "Sec-Fetch-Site": site }) });

test.each(["same-origin", "none", undefined])("what comes from %s is let through", (site) => {
  expect(from(site)).not.toThrow();
});

test.each(["cross-site", "same-site", "", "anything"])("what comes from %s is refused", (site) => {
  let thrown: unknown;
  try {
    from(site)();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({ status: 403 });
});

const post = (headers: Record<string, string>, method = "POST") =>
  foreignOrigin(new Request("https://submit.example.com/submit/artist", { method, headers }));

test("a form of this site may post", () => {
  expect(post({ Origin: "https://submit.example.com" })).toBeUndefined();
});

test.each([
  ["Origin", { Origin: "https://evil.example" }],
  ["Origin", { Origin: "https://submit.example.com.evil.example" }],
  ["Origin", { Origin: "https://submit.example.com:8443" }],
  ["Origin", { Origin: "http://submit.example.com" }],
  ["Origin", { Origin: "null" }],
  ["Origin", { Origin: "file://" }],
  ["Origin", { Origin: "https://evil.example", "Sec-Fetch-Site": "same-origin" }],
  ["Sec-Fetch-Site", { Origin: "https://submit.example.com", "Sec-Fetch-Site": "cross-site" }],
  ["Sec-Fetch-Site", { Origin: "https://submit.example.com", "Sec-Fetch-Site": "same-site" }],
  ["Sec-Fetch-Site", { "Sec-Fetch-Site": "" }],
  ["Sec-Fetch-Site", { "Sec-Fetch-Site": "cross-site" }],
  ["Sec-Fetch-Site", { "Sec-Fetch-Site": "same-site" }],
] as const)("by its %s a post with %j is refused", (header, headers) => {
  expect(post(headers)).toBe(header);
});

test("a link from another site may be followed", () => {
  expect(post({ Origin: "https://evil.example" }, "GET")).toBeUndefined();
});

test("a client that is no browser may post", () => {
  expect(post({})).toBeUndefined();
});

test("behind something that ends TLS, pages of the public address may post, and no others", () => {
  const refusedBy = (Origin: string) => {
    const request = new Request("http://10.0.0.1:8788/", { method: "POST", headers: { Origin } });
    return foreignOrigin(request, "https://submit.example.com");
  };
  expect(refusedBy("https://submit.example.com")).toBeUndefined();
  expect(refusedBy("http://submit.example.com")).toBe("Origin");
  expect(refusedBy("https://evil.example")).toBe("Origin");
});
