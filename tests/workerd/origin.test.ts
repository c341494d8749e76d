import { afterAll, beforeAll, expect, test } from "vitest";
import { draftAt } from "../support/draft-at";
import { type Inside, openInside } from "../support/inside";
import { draftOf, uploadRows } from "../support/stored";
import type { Visitor } from "../support/visitor";

let inside: Inside;
let visitor: Visitor;
beforeAll(async () => {
  inside = await openInside();
  visitor = await draftAt("review");
});
afterAll(() => inside.close());

const foreign: [string, Record<string, string>][] = [
  ["another site", { Origin: "https://evil.example" }],
  ["another port of this host", { Origin: "http://localhost:1" }],
  ["a site that looks alike", { Origin: "http://localhost.evil.example" }],
  ["nowhere", { Origin: "null" }],
  ["an origin that is none", { Origin: "what?" }],
  ["another site without an origin", { "Sec-Fetch-Site": "cross-site" }],
  ["a sister site without an origin", { "Sec-Fetch-Site": "same-site" }],
];

test.each(foreign)("nothing can be changed from %s: 403", async (_, headers) => {
  const before = [await draftOf(inside, visitor), await uploadRows(inside, visitor)];
  const body = "bio=stolen&intent=next";
  const type = { "Content-Type": "application/x-www-form-urlencoded" };
  const [row] = await uploadRows(inside, visitor);
  const paths: [string, string][] = [
    ["POST", "/submit/artist"],
    ["POST", "/submit/about"],
    ["PUT", "/submit/about"],
    ["PATCH", "/submit/about"],
    ["DELETE", "/submit/about"],
    ["POST", "/submit/review"],
    ["POST", "/submit/review.data"],
    ["POST", "/api/cloud-storage/upload-url"],
    ["POST", "/api/cloud-storage/process-upload"],
    ["PUT", `/api/cloud-storage/uploads/${row?.id}/parts/1`],
    ["DELETE", `/api/cloud-storage/uploads/${row?.id}`],
  ];
  for (const [method, path] of paths) {
    const reply = await visitor.send(path, { method, headers: { ...type, ...headers }, body });
    expect([method, path, reply.status]).toEqual([method, path, 403]);
    expect(await reply.text()).toBe("This request did not come from a page of this site.");
  }
  expect([await draftOf(inside, visitor), await uploadRows(inside, visitor)]).toEqual(before);
});

test("pages of this site may post, and so may clients that are no browser", async () => {
  const own = new URL(visitor.base).origin;
  const allowed: Record<string, string>[] = [
    { Origin: own },
    { "Sec-Fetch-Site": "same-origin" },
    {},
  ];
  for (const headers of allowed) {
    const reply = await visitor.post("/submit/about", { bio: "Mine", intent: "next" }, headers);
    expect(reply.headers.get("Location")).toBe("/submit/review");
  }
});

test("pages may be opened from anywhere", async () => {
  const headers = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
  expect((await visitor.send("/submit/artist", { headers })).status).toBe(200);
});
