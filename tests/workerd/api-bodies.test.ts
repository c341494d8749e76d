import { beforeAll, expect, test } from "vitest";
import { createDraftAt, SONG } from "../support/drafts";
import { readApiReply } from "../support/upload-calls";
import type { Visitor } from "../support/visitor";

const BEGIN = "/api/cloud-storage/upload-url";
const FINISH = "/api/cloud-storage/process-upload";
let visitor: Visitor;

beforeAll(async () => {
  visitor = await createDraftAt("music");
});

function send(path: string, body: BodyInit, type = "application/json", more: RequestInit = {}) {
  const headers = { "Content-Type": type };
  return readApiReply(visitor.send(path, { method: "POST", body, headers, ...more }));
}

test.each([
  ["cut off", '{"fileName": "a.wav"'],
  ["empty", ""],
  ["not JSON at all", "fileName=a.wav"],
  ["not even text", Uint8Array.of(0xff, 0xfe, 0x00)],
])("a body that is %s is refused with 400", async (_, body) => {
  for (const path of [BEGIN, FINISH])
    expect(await send(path, body)).toEqual({
      status: 400,
      body: { success: false, error: "The body of this call is not valid JSON." },
    });
});

test.each([
  ["nothing in it", {}, "fileName, fileSize, fileType"],
  ["a size as text", { ...SONG, fileSize: "100" }, "fileSize"],
  ["a negative size", { ...SONG, fileSize: -1 }, "fileSize"],
  ["half a byte", { ...SONG, fileSize: 0.5 }, "fileSize"],
  ["an unknown kind of file", { ...SONG, fileSize: 1, fileType: "video" }, "fileType"],
  ["an endless name", { ...SONG, fileSize: 1, fileName: "x".repeat(2_000) }, "fileName"],
  ["a list for a name", { ...SONG, fileSize: 1, fileName: ["x.wav"] }, "fileName"],
])("a call with %s is refused with 400 and the names of the fields", async (_, body, names) => {
  const reply = await send(BEGIN, JSON.stringify(body));
  expect(reply.status).toBe(400);
  expect(reply.body.error).toBe(`These fields are missing or malformed: ${names}.`);
});

test.each(["[]", "null", "7", '"text"'])("the JSON value %s is no call", async (body) => {
  for (const path of [BEGIN, FINISH]) expect((await send(path, body)).status).toBe(400);
});

test.each(["application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x"])(
  "a body of type %s is refused with 415",
  async (type) => {
    for (const path of [BEGIN, FINISH])
      expect(await send(path, JSON.stringify({ ...SONG, fileSize: 1 }), type)).toEqual({
        status: 415,
        body: { success: false, error: "This call takes JSON." },
      });
  },
);

test("a body over the limit is refused with 413, with or without a content length", async () => {
  const large = JSON.stringify({ ...SONG, fileSize: 1, more: "x".repeat(70_000) });
  const chunkedInit = { body: new Blob([large]).stream(), duplex: "half" } as RequestInit;
  for (const reply of [await send(BEGIN, large), await send(BEGIN, "", undefined, chunkedInit)])
    expect(reply).toEqual({
      status: 413,
      body: { success: false, error: "This call takes at most 64KB." },
    });
});

test("deeply nested JSON is handled", async () => {
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  expect((await send(BEGIN, deep)).status).toBe(400);
  const prototypeJson =
    '{"__proto__":{"fileName":"a.wav","fileSize":1,"fileType":"track","slot":"x"}}';
  expect((await send(BEGIN, prototypeJson)).status).toBe(400);
});

test.each([
  ["GET", "/api/nothing"],
  ["POST", "/api/nothing"],
  ["GET", "/api/%ZZ"],
  ["GET", "/api/cloud-storage/uploads/%00"],
  ["GET", `/api/cloud-storage/uploads/${"x".repeat(4_000)}`],
])("%s %s is answered with 404 and a message", async (method, path) => {
  const body = method === "GET" ? undefined : "x".repeat(100_000);
  const reply = await readApiReply(visitor.send(path, { method, body }));
  expect(reply.status).toBe(404);
  expect(reply.body.success).toBe(false);
  expect(reply.body.error).toMatch(/^(There is nothing at this address|We can't find this upload)/);
});

test.each([
  ["GET", "/api/cloud-storage/upload-url", "POST"],
  ["DELETE", "/api/config", "GET"],
  ["POST", "/api/health", "GET"],
  ["PUT", "/api/cloud-storage/uploads/x", "GET, DELETE"],
  ["PATCH", "/api/cloud-storage/uploads/x/parts/1", "PUT"],
  ["POST", "/files/x/y", "GET, HEAD"],
])(
  "%s %s is answered with 405, a sentence and what it takes",
  async (method, path, allowedMethods) => {
    const body = method === "GET" ? undefined : "x".repeat(100_000);
    const response = await visitor.send(path, { method, body });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe(`${allowedMethods}, OPTIONS`);
    const error = `This call is made with ${allowedMethods.replace(", ", " or ")}.`;
    expect(await response.json()).toEqual({ success: false, error });
    const optionsReply = await visitor.send(path, { method: "OPTIONS" });
    expect([optionsReply.status, optionsReply.headers.get("Allow")]).toEqual([
      204,
      `${allowedMethods}, OPTIONS`,
    ]);
  },
);

test.each([
  "/submit/artist.data",
  "/nope.data",
  "/staff/folders/1.data",
  "/submit/artist",
  "/nope",
])("HEAD of %s answers like GET, also for requests from other sites", async (path) => {
  const headers = { Origin: "https://elsewhere.example", "Sec-Fetch-Site": "cross-site" };
  const [getReply, headReply] = await Promise.all(
    ["GET", "HEAD"].map((method) => visitor.send(path, { method, headers })),
  );
  expect(headReply?.status).toBe(getReply?.status);
  expect(headReply?.status).toBeLessThan(500);
  expect(await headReply?.text()).toBe("");
});

test("HEAD of an API call answers like GET, without its body", async () => {
  const reply = await visitor.send("/api/config", { method: "HEAD" });
  expect([reply.status, await reply.text()]).toEqual([200, ""]);
  expect(reply.headers.get("Content-Type")).toBe("application/json");
});

test.each([
  ["POST", "/submit/joined", 405],
  ["POST", "/", 405],
  ["POST", "/no/such/page", 404],
  ["GET", "/no/such/page", 404],
  ["GET", "/submit/%E0%A4%A", 404],
  ["GET", "/%ZZ", 404],
  ["GET", "/%5C:", 404],
  ["POST", "/%5C:", 404],
  ["GET", "/%5C", 404],
  ["GET", "/%5C%5C:99999", 404],
  ["GET", "/submit/%5Cx:y", 404],
  ["GET", "/%00", 404],
  ["GET", "/%2F%2F:", 404],
  ["GET", "/?_data=root", 404],
])("%s %s is answered with %i and a page", async (method, path, status) => {
  const body = method === "GET" ? undefined : new URLSearchParams({ a: "b" });
  const reply = await visitor.send(path, { method, body });
  expect(reply.status).toBe(status);
  expect(await reply.text()).toContain("Return to Home");
});
