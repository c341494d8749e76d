import { expect, test } from "vitest";
import { openAppStores, pollUntil } from "../support/app-stores";
import { appUnderTest } from "../support/app-under-test";
import { createDraftAt, findDraftRow, uploadRows } from "../support/drafts";
import { findLogLines } from "../support/log-lines";
import { openForFile } from "../support/open-for-file";
import { rawRequest } from "../support/raw-request";

const inside = await openForFile(openAppStores);
const visitor = await createDraftAt("review");

const foreign: [string, Record<string, string>][] = [
  ["another site", { Origin: "https://evil.example" }],
  ["another port of this host", { Origin: "http://localhost:1" }],
  ["this host by another scheme", { Origin: appUnderTest().url.replace("http:", "https:") }],
  [
    "another site that names this one",
    { Origin: appUnderTest().url, "Sec-Fetch-Site": "cross-site" },
  ],
  ["a site that looks alike", { Origin: "http://localhost.evil.example" }],
  ["nowhere", { Origin: "null" }],
  ["an origin that is none", { Origin: "what?" }],
  ["another site without an origin", { "Sec-Fetch-Site": "cross-site" }],
  ["a sister site without an origin", { "Sec-Fetch-Site": "same-site" }],
];

test.each(foreign)("nothing can be changed from %s: 403", async (_, headers) => {
  const before = [await findDraftRow(inside, visitor), await uploadRows(inside, visitor)];
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
    const text = await reply.text();
    const error =
      "That didn't come from a page of this site. Go back, reload the page and try again.";
    if (path.startsWith("/api/")) expect(JSON.parse(text)).toEqual({ success: false, error });
    else expect(text).toContain(`>${error}</p>`);
    expect(reply.headers.get("Cache-Control")).toBe("no-store");
  }
  expect([await findDraftRow(inside, visitor), await uploadRows(inside, visitor)]).toEqual(before);
});

test("pages of this site may post, and so may clients that are no browser", async () => {
  const own = new URL(visitor.base).origin;
  const allowedHeaders: Record<string, string>[] = [
    { Origin: own },
    { "Sec-Fetch-Site": "same-origin" },
    {},
  ];
  for (const headers of allowedHeaders) {
    const reply = await visitor.post("/submit/about", { bio: "Mine", intent: "next" }, headers);
    expect(reply.headers.get("Location")).toBe("/submit/review");
  }
});

test("pages may be opened from anywhere", async () => {
  const headers = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
  expect((await visitor.send("/submit/artist", { headers })).status).toBe(200);
});

const { host, port } = new URL(appUnderTest().url);
const strangers: [string, Record<string, string>][] = [
  ["a host that leads here by its own word", { Host: "evil.example" }],
  ["a host that looks alike", { Host: `localhost.evil.example:${port}` }],
  ["the name by which the site asks", { Host: "sandbox.invalid" }],
  ["one of the third parties", { Host: "api.monday.com" }],
  ["a page of another site", { Origin: "https://evil.example" }],
  ["a page of another port", { Origin: "http://localhost:1" }],
  ["a page of this host by another scheme", { Origin: `https://${host}` }],
  ["a page of nowhere", { Origin: "null" }],
];

test.each(strangers)("the sandbox's contents are refused to %s: 403", async (_, headers) => {
  for (const [method, path] of [
    ["GET", "/sandbox/monday/items"],
    ["GET", "/sandbox/drive/files"],
    ["POST", "/sandbox/sweep"],
    ["POST", "/sandbox/site/fail"],
    ["POST", "/sandbox/window/rows"],
  ] as const) {
    const reply = await rawRequest({
      method,
      path,
      headers: { "Content-Length": "0", ...headers },
    });
    expect([path, reply.status, reply.body.length]).toEqual([path, 403, expect.any(Number)]);
    expect(reply.body).not.toContain("[");
  }
});

test("commands and pages of this machine reach the sandbox", async () => {
  const visits: Record<string, string>[] = [
    {},
    { Origin: `http://${host}` },
    { Host: `127.0.0.1:${port}` },
  ];
  for (const headers of visits)
    expect(
      await rawRequest({ method: "GET", path: "/sandbox/monday/items", headers }),
    ).toMatchObject({ status: 200 });
});

test.each([
  ["Origin", { Origin: "https://evil.example" }],
  ["Sec-Fetch-Site", { "Sec-Fetch-Site": "cross-site" }],
])("the log says by which header a request came from another site: %s", async (reason, headers) => {
  await visitor.send("/submit/about", { method: "POST", headers, body: "" });
  await pollUntil(async () => findLogLines({ event: "request.refused", reason })[0]);
});
