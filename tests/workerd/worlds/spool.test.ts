import { beforeEach, expect, test } from "vitest";
import { openDraft } from "~/domain/submission/draft/open-draft.server";
import { readStandard } from "~/domain/uploads/receiving/read-standard.server";
import type { ReceivingDeps } from "~/domain/uploads/receiving/receiving-deps.server";
import { removeStrays } from "~/domain/uploads/receiving/remove-strays.server";
import { openSpool, SPOOL_MS } from "~/domain/uploads/receiving/spool.server";
import { strayObjects, uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { TOO_MANY_OPEN } from "~/domain/uploads/upload-texts";
import { BrokenFormError } from "~/forms/form-parts.server";
import { randomIds } from "~/platform/ids";
import { DRAFT_LIMITS } from "../../support/complete-draft";
import { SONG } from "../../support/drafts";
import { BOUNDARY, formBody } from "../../support/form-post";
import { memoryCarrier } from "../../support/memory-carrier";
import { openForFile } from "../../support/open-for-file";
import { receivingDeps } from "../../support/receiving-deps";
import { filePart } from "../../support/standard-post";
import { createUploadFixture } from "../../support/upload-fixture";

/** What Node asks for with a body that is a stream; Cloudflare's types do not know it. */
const STREAMED_BODY = { duplex: "half" };

/* Where a file waits that came before its fields. */

const BLOCK = 1024 * 1024;
const large = new Uint8Array(2 * BLOCK + 5);
const start = Date.UTC(2026, 10, 22);
const timeAt = (ms: number) => () => new Date(start + ms);

let bucket: ReturnType<typeof memoryCarrier>;
let deps: ReceivingDeps;
const fixture = await openForFile(createUploadFixture);
beforeEach(async () => {
  bucket = memoryCarrier();
  deps = receivingDeps(fixture.deps.db, bucket.carrier);
  for (const table of [strayObjects, uploads]) await deps.db.delete(table);
});

async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array, undefined> {
  for (let from = 0; from < bytes.length; from += 100_000) yield bytes.slice(from, from + 100_000);
  return undefined;
}
const openTestSpool = (draftId: string, ms = 0, spoolDeps = deps) =>
  openSpool(spoolDeps, draftId, timeAt(ms), randomIds);
const strays = () => deps.db.$count(strayObjects);
const sweep = (ms: number, sweepDeps = deps) =>
  removeStrays(sweepDeps, () => undefined, timeAt(ms));

test("a file waits in the bucket by the mebibyte, and leaves it when it is cleared", async () => {
  const spool = openTestSpool("D");
  expect(await spool.add(chunks(large))).toMatchObject({ ok: true });
  expect([...bucket.objects.values()].map(({ length }) => length)).toEqual([BLOCK, BLOCK, 5]);
  expect(await strays()).toBe(1);
  await spool.clear();
  expect([bucket.objects.size, await strays()]).toEqual([0, 0]);
});

test("a small one needs no place there", async () => {
  for (const size of [0, 1, BLOCK - 1]) {
    const spool = openTestSpool("D");
    expect(await spool.add(chunks(large.subarray(0, size)))).toMatchObject({ ok: true });
    expect([bucket.objects.size, await strays()]).toEqual([0, 0]);
    await spool.clear();
  }
});

test("of 100 at the same time a draft has as many waiting as it may have open uploads", async () => {
  const open = { ...SONG, fileType: undefined, kind: SONG.fileType, draftId: "D" };
  const stamp = timeAt(0)().toISOString();
  await deps.db.insert(uploads).values({
    ...open,
    id: "U",
    size: 1,
    contentType: "",
    key: "k",
    multipartId: "m",
    partSize: 5,
    createdAt: stamp,
    updatedAt: stamp,
  });
  const results = await Promise.all(
    Array.from({ length: 100 }, () => openTestSpool("D").add(chunks(large))),
  );
  const refusals = results.filter(({ ok }) => !ok);
  expect(refusals).toHaveLength(100 - 39);
  expect(refusals[0]).toEqual({ ok: false, status: 429, text: TOO_MANY_OPEN, retryAfter: 30 });
  expect(bucket.objects.size).toBe(39 * 3);
});

test("all drafts together have no more waiting than the house has set", async () => {
  const small = { ...deps, spooled: 7 };
  const spools = Array.from({ length: 30 }, (_, n) => openTestSpool(`D${n}`, 0, small));
  const results = await Promise.all(spools.map((spool) => spool.add(chunks(large))));
  expect(results.filter(({ ok }) => ok)).toHaveLength(7);
  await Promise.all(spools.map((spool) => spool.clear()));
  expect(await openTestSpool("new", 0, small).add(chunks(large))).toMatchObject({ ok: true });
});

test("the drafts that one network opened fill a fifth of all places, raced or not, and others find room", async () => {
  const shared = { ...deps, spooled: 50 };
  const open = async (id: string, site: string) => {
    const place = { site, home: `home of ${id}` };
    await openDraft(deps.db, { id, key: id, place, now: timeAt(0)() }, DRAFT_LIMITS);
    return openTestSpool(id, 0, shared);
  };
  const greedy: Awaited<ReturnType<typeof open>>[] = [];
  for (let n = 0; n < 30; n++) greedy.push(await open(`greedy ${n}`, "greedy"));
  const results = await Promise.all(greedy.map((spool) => spool.add(chunks(large))));
  expect(results.filter(({ ok }) => ok)).toHaveLength(11);
  const newcomer = await open("newcomer", "elsewhere");
  expect(await newcomer.add(chunks(large))).toMatchObject({ ok: true });
});

test("what a crash has left is the sweep's, once its request must be over, and not before", async () => {
  await openTestSpool("crashed").add(chunks(large));
  expect(await sweep(SPOOL_MS)).toBe(0);
  expect(bucket.objects.size).toBe(3);
  await openTestSpool("young", SPOOL_MS).add(chunks(large));
  const brokenDeps = {
    ...deps,
    carrier: { ...deps.carrier, remove: () => Promise.reject(new Error("away")) },
  };
  expect(await sweep(2 * SPOOL_MS, brokenDeps)).toBe(0);
  expect(await sweep(2 * SPOOL_MS)).toBe(1);
  expect([bucket.objects.size, await strays()]).toEqual([3, 1]);
});

/** The standard call with a clock that goes on with every chunk of its body. */
async function read(parts: Parameters<typeof formBody>[0], msPerChunk: number) {
  const body = formBody(parts);
  let ms = 0;
  const source = chunks(body);
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      ms += msPerChunk;
      const next = await source.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
  });
  const request = new Request("https://submit.example.com/api/upload", {
    method: "POST",
    headers: { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` },
    body: stream,
    ...STREAMED_BODY,
  });
  const place = async () => ({ artistName: "Ada", slot: SONG.slot });
  const clock = () => new Date(start + ms);
  return readStandard(request, { uploads: deps, clock, ids: randomIds, draftId: "D", place });
}

test("a file that takes longer than an hour is given up, and nothing of it stays", async () => {
  const slow = SPOOL_MS / 15;
  await expect(read([filePart(large)], slow)).rejects.toThrow(BrokenFormError);
  expect([bucket.objects.size, await strays()]).toEqual([0, 0]);
});

test.each([
  ["storage refuses a block", "put"],
  ["storage refuses a block and its removal", "list"],
] as const)("where %s nothing stays for good", async (_, what) => {
  const { carrier } = bucket;
  let blocks = 0;
  deps = {
    ...deps,
    carrier: {
      ...carrier,
      put: async (...parameters) => {
        blocks += 1;
        if (blocks === 2) throw new Error("We encountered an internal error. (10001)");
        return carrier.put(...parameters);
      },
      list: async (prefix) => {
        if (what === "list") throw new Error("We encountered an internal error. (10001)");
        return carrier.list(prefix);
      },
    },
  };
  await expect(read([filePart(large)], 0)).rejects.toThrow("(10001)");
  deps = { ...deps, carrier };
  await sweep(2 * SPOOL_MS);
  expect([bucket.objects.size, await strays()]).toEqual([0, 0]);
});
