import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { drafts } from "~/domain/submission/submission-tables.server";
import {
  type ByteBudget,
  byteBudgetOf,
  recountStoredBytes,
  storedBytes,
} from "~/domain/uploads/receiving/byte-budget.server";
import { expireUploads } from "~/domain/uploads/receiving/expire-uploads.server";
import { receiveStream } from "~/domain/uploads/receiving/receive-stream.server";
import { removeUpload } from "~/domain/uploads/receiving/remove-upload.server";
import { startUpload } from "~/domain/uploads/receiving/start-upload.server";
import { storageTotals, uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { audioSlot } from "~/domain/uploads/slots";
import { PART_BYTES } from "~/domain/uploads/upload-plan";
import { addDays } from "~/platform/clock";
import { randomIds } from "~/platform/ids";
import { rateWindows } from "~/platform/rate/rate-tables.server";
import { parseSettings } from "~/platform/settings";
import { limitCall } from "~/session/visitor-limits.server";
import { songBytes } from "../../support/drafts";
import { createUploadFixture, type UploadFixture } from "../../support/upload-fixture";

/*
 * What all visitors store within an hour, and in all, is decided by the statement that reserves the
 * bytes: many at the same time get what one after the other would.
 */

let fixture: UploadFixture;
beforeAll(async () => {
  fixture = await createUploadFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  const { db } = fixture.deps;
  await db.batch([db.delete(rateWindows), db.delete(storageTotals), db.delete(uploads)]);
});

const AT = Date.parse("2026-11-23T12:00:00Z");
const HOUR = 3_600_000;
const settings = parseSettings({ SIGNING_SECRET: "x".repeat(32) });
const TOO_MUCH = {
  ok: false,
  status: 429,
  text: "Too many people are sending us music at the moment. Please come back in an hour. We keep everything you sent.",
  retryAfter: 3_600,
};

/** A draft with an album of 20 tracks, opened from a network. */
async function createDraft(site: string): Promise<string> {
  const id = randomIds.next(new Date(AT));
  const timestamp = new Date(AT).toISOString();
  const tracks = Array.from({ length: 20 }, (_, n) => ({ id: `t${n}`, title: "" }));
  await fixture.deps.db.insert(drafts).values({
    id,
    keyHash: id,
    visitor: `${site}.home`,
    answers: JSON.stringify({ music: { releaseType: "lp", tracks } }),
    createdAt: timestamp,
    updatedAt: timestamp,
    expiresAt: addDays(new Date(AT), 14).toISOString(),
    completedSteps: "[]",
  });
  return id;
}

const track = (draftId: string, number = 0) => ({
  draftId,
  artistName: "Ada",
  kind: "track" as const,
  slot: audioSlot(`t${number}`),
  fileName: `${number}.wav`,
  contentType: "",
});

/** Announces a file of so many bytes. */
function announce(budget: ByteBudget, draftId: string, size: number, { number = 0, at = AT } = {}) {
  const file = { ...track(draftId, number), size };
  return startUpload({ ...fixture.deps, budget }, file, () => new Date(at), randomIds);
}

const begun = (results: { ok: boolean }[]) => results.filter(({ ok }) => ok).length;

test("no network stores much more than a fifth of what all may in an hour, raced or not, and others find room", async () => {
  const budget = { perHour: 5_000, bucket: 1_000_000 };
  const ids = await Promise.all(Array.from({ length: 40 }, () => createDraft("greedy")));
  const results = await Promise.all(ids.map((id) => announce(budget, id, 100)));
  expect(begun(results)).toBe(11);
  expect(results.filter(({ ok }) => !ok)).toEqual(Array(29).fill(TOO_MUCH));
  const newcomer = await createDraft("elsewhere");
  expect(await announce(budget, newcomer, 100)).toMatchObject({ ok: true });
  // More than what is left of the hour.
  expect(await announce(budget, newcomer, 4_000, { number: 1 })).toEqual(TOO_MUCH);
  const late = await createDraft("greedy");
  expect(await announce(budget, late, 100)).toEqual(TOO_MUCH);
  expect(await announce(budget, late, 100, { at: AT + HOUR })).toMatchObject({ ok: true });
});

test("ten albums of 20 tracks of 100 MB come from one school within an hour", async () => {
  for (let album = 0; album < 10; album++) {
    const id = await createDraft("school");
    const all = Array.from({ length: 20 }, (_, number) =>
      announce(byteBudgetOf(settings), id, 100_000_000, { number }),
    );
    expect(begun(await Promise.all(all))).toBe(20);
  }
});

test("the bucket takes no byte beyond its ceiling, raced or not, and what goes makes room", async () => {
  const { deps } = fixture;
  const budget = { perHour: 1_000_000, bucket: 1_000 };
  const ids = await Promise.all(Array.from({ length: 30 }, (_, n) => createDraft(`site ${n}`)));
  const results = await Promise.all(ids.map((id) => announce(budget, id, 100)));
  expect([begun(results), await storedBytes(deps.db)]).toEqual([10, 1_000]);
  const stored = results.flatMap((result) => (result.ok ? [result.upload] : []));
  const newcomer = await createDraft("newcomer");
  expect(await announce(budget, newcomer, 100)).toEqual(TOO_MUCH);
  for (const upload of stored.slice(0, 2)) await removeUpload(deps, upload, () => new Date(AT));
  expect(await storedBytes(deps.db)).toBe(800);
  expect(await announce(budget, newcomer, 150)).toMatchObject({ ok: true });
  expect(await announce(budget, newcomer, 51, { number: 1 })).toEqual(TOO_MUCH);
  // The sum is what the uploads themselves say.
  await recountStoredBytes(deps.db, new Date(AT));
  expect(await storedBytes(deps.db)).toBe(950);
  expect(
    await expireUploads(
      deps,
      () => undefined,
      () => addDays(new Date(AT), 15),
    ),
  ).toBe(9);
  expect(await storedBytes(deps.db)).toBe(0);
});

test("a file of unknown size is counted as it arrives, and gives the bucket back what it had", async () => {
  const { deps } = fixture;
  const budget = { perHour: 1_000_000_000, bucket: 2 * PART_BYTES };
  const whole = new Uint8Array(PART_BYTES * 3);
  whole.set(songBytes);
  const send = async (bytes: Uint8Array, site: string) => {
    const file = track(await createDraft(site));
    const chunks = (async function* () {
      for (let from = 0; from < bytes.length; from += 65_536)
        yield bytes.subarray(from, from + 65_536);
    })();
    return receiveStream({ ...deps, budget }, file, chunks, () => new Date(AT), randomIds);
  };
  expect(await send(whole, "one form")).toEqual(TOO_MUCH);
  expect(await storedBytes(deps.db)).toBe(0);
  expect(await send(songBytes, "another form")).toMatchObject({ ok: true });
  expect(await storedBytes(deps.db)).toBe(songBytes.length);
});

test("a picture or a proof counts for the same hour as a draft's files", async () => {
  const one = { ...settings, LIMIT_UPLOADS_GB_PER_HOUR: 1 };
  const deps = { db: fixture.deps.db, settings: one, clock: () => new Date(AT) };
  const send = (address: string) => {
    const request = new Request("https://portal.example/x", {
      headers: { "CF-Connecting-IP": address },
    });
    return limitCall({ ...deps, edge: { limits: {} } }, request, "uploads", 100_000_000);
  };
  const waits: (number | undefined)[] = [];
  for (let n = 0; n < 5; n++) waits.push(await send(`198.51.100.${n}`));
  expect(waits).toEqual([undefined, undefined, undefined, HOUR / 1_000, HOUR / 1_000]);
  expect(await send("203.0.113.5")).toBeUndefined();
});
