import { expect, test } from "vitest";
import type { DriveClient } from "./drive-client.server";
import { sendChunk, startSession } from "./upload-session.server";

const ADDRESS = "https://www.googleapis.com/upload/drive/v3/files?upload_id=x";
const expiresAt = new Date("2030-01-01T00:00:00Z");

function createClient(reply: () => Response): DriveClient {
  return {
    fetcher: async () => reply(),
    account: {
      email: "a@b.iam.gserviceaccount.com",
      key: () => Promise.reject(new Error("unused")),
    },
    tokens: { token: { value: "t", expiresAt } },
    clock: () => new Date("2026-11-21T12:00:00Z"),
    driveId: "d",
    rootId: "d",
  };
}

const file = {
  name: "x",
  description: "",
  mimeType: "audio/wav",
  size: 1,
  parentId: "p",
  mark: { key: "portalFile", value: "u" },
} as const;

test.each([
  undefined,
  "not an address",
  "http://www.googleapis.com/upload",
  "https://googleapis.com.example.org/upload",
  "https://example.org/?host=www.googleapis.com",
])("music is not sent to %j", async (location) => {
  const reply = () => new Response(null, { headers: location ? { Location: location } : {} });
  await expect(startSession(createClient(reply), file)).rejects.toMatchObject({
    code: "UNEXPECTED_REPLY",
  });
});

test("a URL of Google is accepted", async () => {
  const reply = () => new Response(null, { headers: { Location: ADDRESS } });
  expect(await startSession(createClient(reply), file)).toBe(ADDRESS);
});

const chunk = { offset: 4, length: 4 };
const answer = (status: number, body: BodyInit | null = null, headers: HeadersInit = {}) =>
  sendChunk(
    createClient(() => new Response(body, { status, headers })),
    ADDRESS,
    chunk,
    20,
  );

test.each([
  [{}, 0],
  [{ Range: "bytes=0-7" }, 8],
  [{ Range: "bytes=0-5" }, 6],
  [{ Range: "bytes=0-1" }, 2],
] as const)("a 308 with %j gives the received bytes", async (headers, bytes) => {
  expect(await answer(308, null, headers)).toEqual({ kind: "received", bytes });
});

test.each([{ Range: "bytes=0-8" }, { Range: "bytes=3-7" }, { Range: "all" }])(
  "a 308 with %j is refused",
  async (headers) => {
    await expect(answer(308, null, headers)).rejects.toMatchObject({ code: "UNEXPECTED_REPLY" });
  },
);

test.each([200, 201])("a %d is the end, with the file's id", async (status) => {
  const end = await answer(status, '{"id":"f","md5Checksum":"0123456789ABCDEF0123456789abcdef"}');
  expect(end).toEqual({ kind: "complete", fileId: "f" });
});

test.each([400, 403, 404, 410, 416])("after %d a new upload is started", async (status) => {
  expect(await answer(status)).toMatchObject({ kind: "gone", error: { status } });
});

test.each([408, 429, 500, 503])("after %d it goes on at the same address later", async (status) => {
  await expect(answer(status, null, { "Retry-After": "12" })).rejects.toMatchObject({
    status,
    permanent: false,
    retryAfterSeconds: 12,
  });
});

test("a Retry-After of the drive's may be a time of day", async () => {
  const headers = { "Retry-After": "Sat, 21 Nov 2026 12:01:30 GMT" };
  await expect(answer(503, null, headers)).rejects.toMatchObject({ retryAfterSeconds: 90 });
});

test("an unreadable final reply is retried", async () => {
  await expect(answer(200, "<html>")).rejects.toMatchObject({ permanent: false });
});
