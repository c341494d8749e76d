import { beforeAll, expect, test } from "vitest";
import { signedInArtist, staffMember } from "../support/accounts";
import { createDraftAt } from "../support/drafts";
import { type RawRequest, rawRequest } from "../support/raw-request";
import type { Visitor } from "../support/visitor";

const GIGABYTE = 1_000_000_000;
const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=x";
const OTHER_SITE = { Origin: "https://evil.example" };

let early: Visitor;
beforeAll(async () => {
  early = await createDraftAt("artist");
});

const chunk = new Uint8Array(65_536).fill(120);

function* endless(encode: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes) {
  for (let sentBytes = 0; sentBytes < GIGABYTE; sentBytes += chunk.length) yield encode(chunk);
}

const asChunk = (bytes: Uint8Array) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);

/** The refused requests by reason: the request, and its status. */
const refusals: [string, number, RawRequest][] = [
  ["its path", 404, { path: "/nope", headers: { "Content-Type": FORM } }],
  ["its path under the API", 404, { path: "/api/nope", headers: { "Content-Type": FORM } }],
  ["its method", 405, { path: "/", headers: { "Content-Type": FORM } }],
  ["its method under the API", 405, { path: "/api/health" }],
  ["where it comes from", 403, { path: "/submit/about", headers: OTHER_SITE }],
  ["where it comes from, under the API", 403, { path: "/api/upload", headers: OTHER_SITE }],
  ["a draft it lacks", 404, { path: "/submit/music", headers: { "Content-Type": MULTIPART } }],
  [
    "its size as a standard upload",
    413,
    { path: "/api/upload", headers: { "Content-Type": MULTIPART } },
  ],
  [
    "its size",
    413,
    { path: "/api/monitoring/error-report", headers: { "Content-Type": "text/plain" } },
  ],
  ["its size as a switch", 413, { path: "/submit/notice", headers: { "Content-Type": FORM } }],
  ...["upload-url", "process-upload", "uploads/x/part-urls"].map(
    (call): [string, number, RawRequest] => [
      `a draft that ${call} lacks`,
      403,
      { path: `/api/cloud-storage/${call}`, headers: { "Content-Type": "application/json" } },
    ],
  ),
  ...["check", "record"].map((call): [string, number, RawRequest] => [
    `a draft that ${call} lacks`,
    403,
    { path: `/api/submission/${call}`, headers: { "Content-Type": FORM } },
  ]),
];

test.each(refusals)(
  "1GB that is refused by %s gets its %i before a byte of it",
  async (_, status, request) => {
    const headers = { ...request.headers, "Content-Length": String(GIGABYTE) };
    for (const more of [{}, { Expect: "100-continue" }] as Record<string, string>[]) {
      const reply = await rawRequest({ ...request, headers: { ...headers, ...more } }, 5_000);
      expect(reply.status).toBe(status);
      if (request.path.startsWith("/api/"))
        expect(JSON.parse(reply.body)).toMatchObject({ success: false, error: expect.any(String) });
    }
  },
);

test.each(refusals)(
  "a client that keeps sending although %s refuses it gets %i, and is cut off",
  async (_, status, request) => {
    const headers = { ...request.headers, "Content-Length": String(GIGABYTE) };
    const reply = await rawRequest({ ...request, headers, body: () => endless() }, 5_000);
    expect(reply.status).toBe(status);
    expect(reply.sent).toBeLessThan(50_000_000);
  },
);

test("1GB for an artist's profile is refused before a byte of it", async () => {
  const { visitor: artist } = await signedInArtist();
  for (const type of [FORM, MULTIPART]) {
    const headers = { Cookie: artist.cookie, "Content-Type": type };
    const request = { path: "/edit-profile", headers };
    const announcedHeaders = { ...headers, "Content-Length": String(GIGABYTE) };
    expect((await rawRequest({ ...request, headers: announcedHeaders }, 5_000)).status).toBe(413);
  }
});

test("a chunked body without a content length is refused as early", async () => {
  const headers = { "Content-Type": FORM, "Transfer-Encoding": "chunked" };
  for (const path of ["/nope", "/api/nope", "/submit/notice"]) {
    const reply = await rawRequest({ path, headers, body: () => endless(asChunk) }, 5_000);
    expect([404, 413]).toContain(reply.status);
    expect(reply.sent).toBeLessThan(50_000_000);
  }
});

const field = `--x\r\nContent-Disposition: form-data; name="bio"\r\n\r\n${"b".repeat(65_536)}\r\n`;

function* endlessFields() {
  for (let sentBytes = 0; sentBytes < GIGABYTE; sentBytes += field.length)
    yield asChunk(Buffer.from(field));
}

test.each([
  ["never comes to its first line", () => endless(asChunk)],
  ["has more text than any form", endlessFields],
])("a form in chunks that %s is refused before the rest of it", async (_, body) => {
  const headers = {
    Cookie: early.cookie,
    "Content-Type": MULTIPART,
    "Transfer-Encoding": "chunked",
  };
  const request = { path: "/submit/artist", headers };
  const reply = await rawRequest({ ...request, body }, 20_000);
  expect(reply.status).toBe(413);
  expect(reply.sent).toBeLessThan(50_000_000);
});

test("a step that is not open yet refuses a form before it is read", async () => {
  const headers = {
    Cookie: early.cookie,
    "Content-Type": MULTIPART,
    "Content-Length": "200000000",
  };
  expect((await rawRequest({ path: "/submit/music", headers }, 5_000)).status).toBe(409);
});

test("a refused small body does not close the connection", async () => {
  const headers = { "Content-Type": FORM, "Content-Length": "3" };
  const reply = await rawRequest({ path: "/nope", headers, body: ["a=b"] }, 5_000);
  expect(reply.status).toBe(404);
});

test("a page requested with a body is answered as usual", async () => {
  const headers = { "Content-Type": FORM, "Content-Length": "3" };
  const request = { method: "GET", headers, body: ["a=b"] };
  for (const path of ["/", "/submit/notice", "/nope"]) {
    const { status } = await rawRequest({ ...request, path }, 5_000);
    expect([path, status]).toEqual([path, path === "/" ? 200 : path === "/nope" ? 404 : 302]);
  }
});

test("an unknown address is refused before a small form is read, whoever sends it", async () => {
  const unknownId = "0".repeat(26);
  const { visitor: artist } = await signedInArtist();
  const staff = await staffMember();
  const targets: [string, string?][] = [
    [`/mail/${unknownId}?expires=9999999999&signature=${"0".repeat(64)}`],
    [`/split/${"0".repeat(48)}`],
    [`/split/x`],
    [`/fix/${"0".repeat(43)}`],
    [`/status/${unknownId}?expires=9999999999&signature=${"0".repeat(64)}`],
    [`/submission/${unknownId}`, artist.cookie],
    [`/staff/submissions/${unknownId}`, staff.cookie],
    [`/staff/artists/${unknownId}`, staff.cookie],
    [`/staff/activity/mails/${unknownId}`, staff.cookie],
  ];
  for (const [path, Cookie] of targets) {
    const headers = { "Content-Type": FORM, "Content-Length": "400", ...(Cookie && { Cookie }) };
    const { status } = await rawRequest({ path, headers, body: ["intent="] }, 5_000);
    expect([path, status]).toEqual([path, 404]);
  }
});

// At once: each waits for all of the silence that the server allows.
test.concurrent.each([
  ["POST", "/api/monitoring/error-report", "text/plain"],
  ["POST", "/submit/notice", FORM],
  ["POST", "/submit/artist", FORM],
  ["PUT", "/api/drafts/current/artist", FORM],
])(
  "a client that stops sending in the middle of a small body gets an answer that says so: %s %s",
  async (method, path, type) => {
    const headers = { Cookie: early.cookie, "Content-Type": type };
    const ways = [
      [{ "Content-Length": "1000" }, "a=b"],
      [{ "Content-Length": "1000" }, ""],
      [{ "Transfer-Encoding": "chunked" }, "3\r\na=b\r\n"],
    ] as const;
    const replies = await Promise.all(
      ways.map(([length, body]) =>
        rawRequest({ method, path, headers: { ...headers, ...length }, body: [body] }, 40_000),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([408, 408, 408]);
  },
);
