import { expect, test } from "vitest";
import { wavBytes } from "../../fixtures/wav";
import { openAppStores, pollUntil } from "../../support/app-stores";
import {
  createDraftAt,
  draftFiles,
  findDraftRow,
  SONG,
  sha256,
  uploadRows,
} from "../../support/drafts";
import { formBody } from "../../support/form-post";
import { postLongTrack } from "../../support/long-track";
import { openForFile } from "../../support/open-for-file";
import { pageText } from "../../support/page-parts";
import { peakDuring, workerdMegabytes } from "../../support/resource-use";
import { fieldParts, filePart, pausedPost, specifiedForm } from "../../support/standard-post";
import type { Visitor } from "../../support/visitor";

/* What real files cost the runtime in memory, and the largest file that a form without script brings. */

const MB = 1_000_000;
const LIMIT = 200 * 1024 * 1024;
const CONNECTIONS = 20;
const SENT = 12_500_000;
const MOST_MORE = 80;

const inside = await openForFile(openAppStores);

async function sizeStored(visitor: Visitor): Promise<unknown> {
  const { key } = (await uploadRows(inside, visitor)).find((row) => row.slot === SONG.slot) ?? {};
  return (await inside.files.head(String(key)))?.size;
}

const spooledBytes = async () =>
  (await inside.files.list({ prefix: "spool/" })).objects.reduce((sum, { size }) => sum + size, 0);
const waiting = async (visitor: Visitor) => {
  const { id } = await findDraftRow(inside, visitor);
  return inside.rows("SELECT key FROM stray_objects WHERE draft_id = ?", id);
};

test("a script-free post of 95MB raises workerd's memory by no more than 40MB", async () => {
  const visitor = await createDraftAt("music");
  expect((await postLongTrack(visitor, 20 * MB)).location).toBe("/submit/about");
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const before = workerdMegabytes();
  const peak = await peakDuring(async () => {
    expect((await postLongTrack(visitor, 95 * MB)).location).toBe("/submit/about");
  });
  console.log(
    `workerd: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most during a 95MB post, ` +
      `${(peak - before).toFixed(0)} MB more (at most 40)`,
  );
  expect(await sizeStored(visitor)).toBe(95 * MB);
  expect(peak - before).toBeLessThanOrEqual(40);
});

test("a track over 200MB is refused script-free with 413, and the one before stays", async () => {
  const visitor = await createDraftAt("about");
  const before = await draftFiles(inside, visitor);
  const reply = await postLongTrack(visitor, LIMIT + 2);
  expect(pageText(reply.html)).toContain("File size exceeds 200MB limit");
  expect(reply.status).toBe(413);
  expect(await draftFiles(inside, visitor)).toEqual(before);
});

test(`${CONNECTIONS} files of which 12.5MB wait for their fields raise workerd's memory by at most ${MOST_MORE} MB`, async () => {
  const visitor = await createDraftAt("music");
  const file = wavBytes({ totalBytes: 13 * MB });
  const body = formBody([filePart(file), ...fieldParts({ ...specifiedForm, slot: SONG.slot })]);
  // A warm-up, so that the memory needed by the very first call is not counted.
  const first = await pausedPost(visitor, "/api/upload", body, SENT);
  expect((await first.finish()).status).toBe(200);

  const before = workerdMegabytes();
  let peak = 0;
  const posts: Awaited<ReturnType<typeof pausedPost>>[] = [];
  peak = await peakDuring(async () => {
    while (posts.length < CONNECTIONS)
      posts.push(await pausedPost(visitor, "/api/upload", body, MB));
    // In turns: on a busy machine, none of them may seem silent while the others proceed.
    for (let to = 2 * MB; to < SENT + MB; to += MB)
      for (const post of posts) await post.sendUpTo(Math.min(to, SENT));
    // Bytes that do not fill a block yet are still in memory.
    await pollUntil(async () => (await spooledBytes()) >= CONNECTIONS * 10 * MB || undefined, 120);
  });
  console.log(
    `workerd: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most while ${CONNECTIONS} ` +
      `files wait, ${(peak - before).toFixed(0)} MB more (at most ${MOST_MORE})`,
  );
  expect(await waiting(visitor)).toHaveLength(CONNECTIONS);

  for (const post of posts.slice(CONNECTIONS / 2)) post.hangUp();
  for (const post of posts.slice(0, CONNECTIONS / 2))
    expect(await post.finish()).toMatchObject({ status: 200 });
  await pollUntil(async () => (await waiting(visitor)).length === 0 || undefined);
  expect(await spooledBytes()).toBe(0);
  expect(await draftFiles(inside, visitor)).toMatchObject([
    { slot: SONG.slot, state: "complete", sha256: sha256(file) },
  ]);
  expect(peak - before).toBeLessThanOrEqual(MOST_MORE);
}, 300_000);
