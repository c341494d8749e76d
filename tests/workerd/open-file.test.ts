import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppStores, openAppStores, pollUntil } from "../support/app-stores";
import { appUnderTest } from "../support/app-under-test";
import { createDraftAt, findDraftRow, sha256, songBytes } from "../support/drafts";
import { Visitor } from "../support/visitor";

let inside: AppStores;
let owner: Visitor;
let path: string;
const artistName = `Signed Links ${crypto.randomUUID().slice(0, 8)}`;

beforeAll(async () => {
  inside = await openAppStores();
  owner = await createDraftAt("review", { artistName });
  const [row] = await inside.rows(
    "SELECT id FROM uploads WHERE draft_id = ? AND kind = 'track'",
    (await findDraftRow(inside, owner)).id,
  );
  path = `/files/${row?.id}/ferry.wav`;
});
afterAll(() => inside.close());

const readBytes = async (response: Response) => new Uint8Array(await response.arrayBuffer());
const get = (range: string) => owner.send(path, { headers: { Range: range } });

test("its owner opens a complete file, with the detected type", async () => {
  const reply = await owner.send(path);
  expect(reply.status).toBe(200);
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    "content-type": "audio/wav",
    "content-length": String(songBytes.length),
    "content-disposition": "inline; filename*=UTF-8''ferry.wav",
    "accept-ranges": "bytes",
    "cache-control": "private, max-age=3600",
    "x-content-type-options": "nosniff",
  });
  expect(sha256(await readBytes(reply))).toBe(sha256(songBytes));
});

test("the name in the address is ignored", async () => {
  const reply = await owner.send(path.replace("ferry.wav", "%22%3Cscript%3E.html"));
  expect(reply.headers.get("Content-Type")).toBe("audio/wav");
});

test.each([
  ["bytes=0-99", 0, 100],
  ["bytes=100-", 100, songBytes.length],
  ["bytes=-50", songBytes.length - 50, songBytes.length],
  ["bytes=0-99999999", 0, songBytes.length],
  [`bytes=${songBytes.length - 1}-`, songBytes.length - 1, songBytes.length],
])("the range %s is answered with 206 and those bytes alone", async (range, start, end) => {
  const reply = await get(range);
  expect(reply.status).toBe(206);
  expect(reply.headers.get("Content-Range")).toBe(`bytes ${start}-${end - 1}/${songBytes.length}`);
  expect(reply.headers.get("Content-Length")).toBe(String(end - start));
  expect(sha256(await readBytes(reply))).toBe(sha256(songBytes.slice(start, end)));
});

test.each([`bytes=${songBytes.length}-`, "bytes=99999999-", "bytes=-0"])(
  "the range %s lies outside and is answered with 416",
  async (range) => {
    const reply = await get(range);
    expect(reply.status).toBe(416);
    expect(reply.headers.get("Content-Range")).toBe(`bytes */${songBytes.length}`);
  },
);

test("a HEAD request gets no bytes", async () => {
  const head = await owner.send(path, { method: "HEAD" });
  expect(head.status).toBe(200);
  expect(head.headers.get("Content-Length")).toBe(String(songBytes.length));
  expect(head.headers.get("Content-Type")).toBe("audio/wav");
  expect(await head.text()).toBe("");
  const part = await owner.send(path, { method: "HEAD", headers: { Range: "bytes=0-99" } });
  expect([part.status, part.headers.get("Content-Length")]).toEqual([206, "100"]);
  expect((await new Visitor().send(path, { method: "HEAD" })).status).toBe(404);
});

test("the ETag is the hash of the bytes, and a known copy is not sent again", async () => {
  const etag = `"${sha256(songBytes)}"`;
  const request = async (condition: string) => {
    const reply = await owner.send(path, { headers: { "If-None-Match": condition } });
    return [reply.status, reply.headers.get("ETag")];
  };
  for (const knownTag of [etag, `W/${etag}`, `"other", ${etag}`, "*"])
    expect(await request(knownTag), knownTag).toEqual([304, etag]);
  for (const other of ['"other"', '"other", W/"third"', etag.slice(1, -1)])
    expect(await request(other), other).toEqual([200, etag]);
});

test("a range of other bytes than these is answered with the whole file", async () => {
  const request = (condition: string) =>
    owner.send(path, { headers: { Range: "bytes=0-99", "If-Range": condition } });
  expect((await request(`"${sha256(songBytes)}"`)).status).toBe(206);
  for (const condition of ['"other"', "Wed, 21 Oct 2026 07:28:00 GMT"]) {
    const whole = await request(condition);
    expect(whole.status).toBe(200);
    expect(whole.headers.get("Content-Range")).toBeNull();
  }
});

test.each(["bytes=5-2", "lines=1-2", "bytes=0-1,5-6", "bytes=", "nonsense"])(
  "a Range header of %s is ignored",
  async (range) => expect((await get(range)).status).toBe(200),
);

test("a stranger cannot tell a file from one that does not exist", async () => {
  const stranger = await createDraftAt("artist");
  const missing = path.replace(/[^/]{8}\/ferry/, "ZZZZZZZZ/ferry");
  for (const visitor of [stranger, new Visitor()]) {
    const [hiddenReply, absent] = [await visitor.send(path), await visitor.send(missing)];
    expect([hiddenReply.status, absent.status]).toEqual([404, 404]);
    expect(await hiddenReply.text()).toBe(await absent.text());
  }
});

test("a file that is not complete cannot be opened, not even by its owner", async () => {
  const visitor = await createDraftAt("music");
  const reply = await visitor.json("/api/cloud-storage/upload-url", {
    slot: "artwork",
    fileType: "artwork",
    fileName: "cover.jpg",
    fileSize: 100,
  });
  const { uploadId } = (await reply.json()) as { uploadId: string };
  expect((await visitor.send(`/files/${uploadId}/cover.jpg`)).status).toBe(404);
});

test("the link on the board opens the file without a cookie, and no other", async () => {
  await owner.post("/submit/review", { intent: "submit" });
  const item = await pollUntil(async () => {
    const items = (await (await owner.send("/sandbox/monday/items")).json()) as {
      name: string;
      column_values: Record<string, unknown>;
    }[];
    return items.find(({ name }) => name === `${artistName} - Night Ferry`);
  });
  const links = JSON.stringify(item?.column_values).match(/http[^"\s\\]*\/files\/[^"\s\\]*/g) ?? [];
  const audio = links.find((link) => link.includes("ferry.wav")) ?? "";
  const { pathname, search, searchParams } = new URL(audio);
  const reply = await fetch(appUnderTest().url + pathname + search);
  expect(reply.status).toBe(200);
  expect(sha256(await readBytes(reply))).toBe(sha256(songBytes));

  const signature = searchParams.get("signature") ?? "";
  const [expires, issuedAt] = [searchParams.get("expires"), searchParams.get("issued")];
  const artwork = new URL(links.find((link) => link.includes("cover.jpg")) ?? audio);
  for (const tamperedPath of [
    `${pathname}?issued=${issuedAt}&expires=${expires}&signature=${"0".repeat(64)}`,
    `${pathname}?issued=${issuedAt}&expires=${Number(expires) + 1}&signature=${signature}`,
    `${pathname}?issued=${Number(issuedAt) + 1}&expires=${expires}&signature=${signature}`,
    `${pathname}?expires=${expires}&signature=${signature}`,
    `${pathname}?signature=${signature}`,
    `${pathname}x${search}`,
    `${artwork.pathname}${search}`,
  ])
    expect((await fetch(appUnderTest().url + tamperedPath)).status).toBe(403);
});
