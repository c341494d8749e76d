import { sql } from "drizzle-orm";
import * as v from "valibot";
import { beforeEach, expect, test } from "vitest";
import { waitingList } from "~/domain/access/entry-tables.server";
import { artists, dataRequests } from "~/domain/artists/artist-tables.server";
import {
  type ExternalCopies,
  removeExternalCopies,
} from "~/domain/privacy/remove-external-copies.server";
import { limitEntries } from "~/platform/limit-settings";
import { sweep } from "../../../workers/jobs/sweep";
import { createJobsFixture, noopSweepActions } from "../../support/jobs-fixture";
import { mondayAnswering } from "../../support/monday-answering";
import { openForFile } from "../../support/open-for-file";
import {
  ACCOUNT,
  auditDetailFor,
  count,
  ENTRY,
  insertAccount,
  insertRow,
  insertSubmission,
  listBucketKeys,
  resetFixture,
  tablesContaining,
  UNIQUE_MARKER,
  ulidAt,
} from "../../support/personal-data-fixture";

/* The retention periods of the privacy policy, each tested by moving the clock past it. */

const YEAR = 366 * 86_400;
const fixture = await openForFile(createJobsFixture);
beforeEach(async () => {
  await resetFixture(fixture);
});
const storedKeys = () => listBucketKeys(fixture);
const runRetention = () => sweep(fixture, 60, ["deletions", "retention", "files", "strays"]);

test("the music of a submission that we did not accept goes after 3 years, its record after 7", async () => {
  const id = await insertSubmission(fixture, { n: 1, status: "rejected", artistId: null });
  fixture.later(2.9 * YEAR);
  await runRetention();
  expect(await storedKeys()).toHaveLength(3);
  fixture.later(0.2 * YEAR);
  await runRetention();
  expect([await storedKeys(), await count(fixture, "submissions")]).toEqual([[], 1]);
  expect(await tablesContaining(fixture, "upload-1")).toEqual([]);
  fixture.later(3.7 * YEAR);
  await runRetention();
  expect(await count(fixture, "submissions")).toBe(1);
  fixture.later(0.3 * YEAR);
  await runRetention();
  // The audit entries stay, without their texts.
  expect([
    await tablesContaining(fixture, id),
    await tablesContaining(fixture, UNIQUE_MARKER),
  ]).toEqual([["audit"], []]);
  expect((await auditDetailFor(fixture, id)).map(([, , detail]) => detail)).toEqual([null, null]);
});

test("a release we took on keeps its music while its account lasts, and 3 years after that", async () => {
  await insertAccount(fixture);
  const id = await insertSubmission(fixture, { n: 1, status: "live" });
  fixture.later(8 * YEAR);
  await runRetention();
  expect(await storedKeys()).toContain(`artists/${UNIQUE_MARKER}/audio/1.wav`);
  expect(await tablesContaining(fixture, id)).toContain("submissions");
  await fixture.db.update(artists).set({ deletedAt: fixture.now().toISOString() });
  fixture.later(2.9 * YEAR);
  await runRetention();
  expect(await storedKeys()).toContain(`artists/${UNIQUE_MARKER}/audio/1.wav`);
  fixture.later(0.2 * YEAR);
  await runRetention();
  expect(await storedKeys()).not.toContain(`artists/${UNIQUE_MARKER}/audio/1.wav`);
  expect(await tablesContaining(fixture, id)).toEqual(["audit"]);
});

test("an account that was ended goes 2 years later, and what is left of it 2 more", async () => {
  await insertAccount(fixture);
  await fixture.db.run(sql`DELETE FROM signature_requests`);
  await fixture.db.update(artists).set({ status: "Ended" });
  fixture.later(1.9 * YEAR);
  await runRetention();
  expect((await fixture.db.select().from(artists))[0]?.deletedAt).toBeNull();
  fixture.later(0.2 * YEAR);
  await runRetention();
  // Written down by this sweep, carried out by the next.
  await runRetention();
  expect((await fixture.db.select().from(artists))[0]).toMatchObject({ email: "", profile: "{}" });
  expect(await auditDetailFor(fixture, ACCOUNT)).toEqual([["account-made", "Ida", null]]);
  expect((await fixture.db.select().from(dataRequests))[0]?.doneAt).not.toBeNull();
  fixture.later(3.2 * YEAR);
  await runRetention();
  expect([await count(fixture, "artists"), await count(fixture, "data_requests")]).toEqual([0, 0]);
});

test("a signed agreement goes 7 years after its account, with its document; others 2 years after their end", async () => {
  await insertAccount(fixture);
  fixture.later(2.1 * YEAR);
  await runRetention();
  expect(await tablesContaining(fixture, "declined")).toEqual([]);
  expect(await storedKeys()).not.toContain(`artists/${UNIQUE_MARKER}/declined.pdf`);
  const timestamp = fixture.now().toISOString();
  await fixture.db.update(artists).set({ deletedAt: timestamp, updatedAt: timestamp });
  fixture.later(6.9 * YEAR);
  await runRetention();
  expect(await storedKeys()).toContain(`artists/${UNIQUE_MARKER}/signed.pdf`);
  fixture.later(0.2 * YEAR);
  await runRetention();
  expect(await count(fixture, "signature_requests")).toBe(0);
  expect(await auditDetailFor(fixture, "signed")).toEqual([
    ["agreement-signed", "An artist", null],
  ]);
  expect(await storedKeys()).not.toContain(`artists/${UNIQUE_MARKER}/signed.pdf`);
});

test("whom mails went to is forgotten after 3 years, and that there was one stays", async () => {
  await insertSubmission(fixture, { n: 1, status: "live", artistId: null });
  fixture.later(2.9 * YEAR);
  await runRetention();
  expect(await tablesContaining(fixture, `${UNIQUE_MARKER}@example.com`)).toContain("mail_outbox");
  fixture.later(0.2 * YEAR);
  await runRetention();
  expect(await tablesContaining(fixture, `${UNIQUE_MARKER}@example.com`)).not.toContain(
    "mail_outbox",
  );
  expect(await count(fixture, "mail_outbox")).toBe(1);
});

test("invitations and links to come back are forgotten 2 years after their end, sign-in links a month", async () => {
  await insertAccount(fixture);
  fixture.later(1.2 * YEAR);
  await runRetention();
  expect([await count(fixture, "invitations"), await count(fixture, "artist_links")]).toEqual([
    1, 0,
  ]);
  expect(await auditDetailFor(fixture, "i")).toEqual([
    ["invitation-made", "Ida", `About ${UNIQUE_MARKER}`],
  ]);
  fixture.later(2 * YEAR);
  await runRetention();
  for (const link of ["i", "r"])
    expect((await auditDetailFor(fixture, link)).map(([, , detail]) => detail)).toEqual([null]);
  expect([await count(fixture, "invitations"), await count(fixture, "returning_links")]).toEqual([
    0, 0,
  ]);
});

test("what somebody asked about their data is forgotten 3 years later, once it is over", async () => {
  const [at, timestamp] = [fixture.now(), fixture.now().toISOString()];
  const dates = { due_at: timestamp, starts_at: "9999", created_at: timestamp };
  const doneRequest = { kind: "export", artist_id: ACCOUNT, done_at: timestamp };
  await insertRow(fixture, "data_requests", { id: ulidAt(at, 1), ...doneRequest, ...dates });
  await insertRow(fixture, "data_requests", {
    id: ulidAt(at, 2),
    ...doneRequest,
    kind: "deletion",
    done_at: null,
    ...dates,
  });
  fixture.later(2.9 * YEAR);
  await runRetention();
  expect(await count(fixture, "data_requests")).toBe(2);
  fixture.later(0.2 * YEAR);
  await runRetention();
  expect(await count(fixture, "data_requests")).toBe(1);
});

test("more than one sweep may take are taken by those that follow", async () => {
  for (let n = 1; n <= 254; n++) {
    const at = fixture.now();
    const time = at.toISOString();
    await insertRow(fixture, "submissions", {
      id: ulidAt(at, n),
      draft_id: `draft-${n}`,
      reference: `REF-${n}`,
      artist_name: "A",
      email: "a@example.com",
      release_title: "T",
      form_data: "{}",
      files: "[]",
      status_history: "[]",
      reply_due_at: time,
      created_at: time,
      updated_at: time,
    });
  }
  fixture.later(7.1 * YEAR);
  await runRetention();
  expect(await count(fixture, "submissions")).toBe(4);
  await runRetention();
  expect(await count(fixture, "submissions")).toBe(0);
});

/** An entry of the waiting list with an item on the board. */
const insertEntry = (n: number) =>
  insertRow(fixture, "waiting_list", {
    id: ulidAt(fixture.now(), n),
    reference: `W-${n}`,
    artist_name: "A",
    email: "a@example.com",
    listen_link: "https://a.example",
    artist_data: "{}",
    status_history: "[]",
    reply_due_at: "x",
    monday_item_id: `item-${n}`,
    created_at: "x",
    updated_at: new Date(fixture.now().getTime() + n).toISOString(),
  });
const insertEntries = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => insertEntry(index + 1)));
/** A sweep of the waiting list by a board that refuses some items. @returns those it was asked to remove. */
async function endWaiting(isRefused: (item: string) => boolean = () => false): Promise<string[]> {
  const askedItems: string[] = [];
  const removeCopies = async ({ items }: ExternalCopies) => {
    askedItems.push(...items);
    return items
      .filter(isRefused)
      .map((id) => ({ id, reason: `Item ${id} of the board (HTTP_503)` }));
  };
  const deletions = { ...noopSweepActions.deletions, removeExternalCopies: removeCopies };
  await sweep({ ...fixture, calls: { ...noopSweepActions, deletions } }, 60, ["waiting-list"]);
  return askedItems;
}
const waiting = async () =>
  (await fixture.db.select().from(waitingList)).map(({ reference }) => reference).sort();

test("what the team decided on an entry is kept as long as the entry, and no word of it after that", async () => {
  await insertAccount(fixture);
  fixture.later(2.02 * YEAR);
  await endWaiting((item) => item === "item-w");
  expect(await auditDetailFor(fixture, ENTRY)).toEqual([
    ["status-set", "Ida", `About ${UNIQUE_MARKER}`],
  ]);
  await endWaiting();
  expect([await waiting(), await auditDetailFor(fixture, ENTRY)]).toEqual([
    [],
    [["status-set", "Ida", null]],
  ]);
});

test("a sweep asks the board for so many entries at most; those it refuses stand in no other's way", async () => {
  await insertEntries(255);
  fixture.later(2.02 * YEAR);
  const isRefused = (item: string) => Number(item.slice(5)) <= 252;
  const askedItems: string[] = [];
  for (let hour = 0; hour < 4; hour++) {
    const now = await endWaiting(isRefused);
    expect(now.length).toBeLessThanOrEqual(250);
    askedItems.push(...now);
    fixture.later(3_600);
  }
  expect(new Set(askedItems).size).toBe(255);
  expect(await waiting()).toHaveLength(252);
  expect(fixture.events()).toContain("sweep.failed");
  for (let hour = 0; hour < 4; hour++) {
    await endWaiting();
    fixture.later(3_600);
  }
  expect(await waiting()).toEqual([]);
});

test("a day's sweeps end ten times the entries that may join in a day, by a third of the board's calls", async () => {
  const bodySchema = v.object({ variables: v.record(v.string(), v.string()) });
  let [entries, calls] = [0, 0];
  await insertEntries(250);
  fixture.later(2.02 * YEAR);
  const send = async (request: Request) => {
    calls += 1;
    const { variables } = v.parse(bodySchema, await request.json());
    entries += Object.keys(variables).length;
    const data = Object.fromEntries(Object.keys(variables).map((name) => [name, { id: "1" }]));
    return Response.json({ data });
  };
  const connections = { board: mondayAnswering({ send }), mirror: undefined };
  const deletions = {
    ...noopSweepActions.deletions,
    removeExternalCopies: (copies: ExternalCopies) => removeExternalCopies(connections, copies),
  };
  await sweep({ ...fixture, calls: { ...noopSweepActions, deletions } }, 60, ["waiting-list"]);
  expect(await waiting()).toHaveLength(250 - entries);
  const { LIMIT_ENTRIES_PER_DAY } = v.parse(v.object(limitEntries), {});
  expect(24 * entries).toBeGreaterThanOrEqual(10 * LIMIT_ENTRIES_PER_DAY);
  expect(24 * calls).toBeLessThan(1_000 / 3);
});

test("an entry that cannot be deleted does not keep others from being deleted", async () => {
  for (const n of [1, 2, 3]) await insertEntry(n);
  fixture.later(2.02 * YEAR);
  await fixture.db.run(sql`CREATE TRIGGER stuck BEFORE DELETE ON waiting_list
    WHEN OLD.reference = 'W-2' BEGIN SELECT RAISE(ABORT, 'stuck'); END`);
  await endWaiting();
  await fixture.db.run(sql`DROP TRIGGER stuck`);
  expect(await waiting()).toEqual(["W-2"]);
  expect(fixture.events()).toContain("sweep.failed");
});

test("an item that a board takes back no more, or not for a month, keeps its entry for a month and no longer", async () => {
  await insertEntry(1);
  fixture.later(731 * 86_400);
  const away = async ({ items }: ExternalCopies) =>
    items.map((id) => ({ id, reason: `Item ${id} of the board: it is not connected` }));
  const deletions = { ...noopSweepActions.deletions, removeExternalCopies: away };
  const repeat = () =>
    sweep({ ...fixture, calls: { ...noopSweepActions, deletions } }, 60, ["waiting-list"]);
  await repeat();
  expect(await waiting()).toEqual(["W-1"]);
  fixture.later(28 * 86_400);
  await repeat();
  expect(await waiting()).toEqual(["W-1"]);
  fixture.later(2 * 86_400);
  fixture.lines.length = 0;
  await repeat();
  expect(await waiting()).toEqual([]);
  // Whoever removes it by hand is told once more which.
  const failureLines = fixture.lines.filter(([event]) => event === "sweep.failed");
  expect(failureLines.map(([, fields]) => fields?.reason)).toEqual([
    "Item item-1 of the board: it is not connected",
  ]);
  await repeat();
  expect(fixture.events().filter((event) => event === "sweep.failed")).toHaveLength(1);
});

test("an entry waits while an invitation of it works; the item it shares with a release stays", async () => {
  for (const n of [1, 2]) await insertEntry(n);
  fixture.later(2.1 * YEAR);
  const days = (count: number) => new Date(fixture.now().getTime() + count * 86_400_000);
  await insertRow(fixture, "invitations", {
    id: "i",
    token_hash: "i",
    artist_name: "A",
    email: "a@example.com",
    prefill: "{}",
    waiting_list_id: ulidAt(new Date("2026-11-21T12:00:00Z"), 1),
    monday_item_id: "item-1",
    expires_at: days(90).toISOString(),
    created_at: days(0).toISOString(),
  });
  expect([await endWaiting(), await waiting()]).toEqual([["item-2"], ["W-1"]]);
  // It was used: the release has the item now.
  await insertRow(fixture, "submissions", {
    id: "S",
    draft_id: "D",
    reference: "R",
    artist_name: "A",
    email: "a@example.com",
    release_title: "T",
    form_data: "{}",
    files: "[]",
    status: "live",
    status_history: "[]",
    monday_item_id: "item-1",
    reply_due_at: "x",
    created_at: "x",
    updated_at: "x",
  });
  await fixture.db.run(sql`UPDATE invitations SET redeemed_by = 'S'`);
  expect([await endWaiting(), await waiting()]).toEqual([[], []]);
});

test("an entry that is touched while its item is removed stays", async () => {
  await insertEntry(1);
  fixture.later(2.1 * YEAR);
  const removeCopies = async () => {
    await fixture.db.update(waitingList).set({ updatedAt: fixture.now().toISOString() });
    return [];
  };
  const deletions = { ...noopSweepActions.deletions, removeExternalCopies: removeCopies };
  await sweep({ ...fixture, calls: { ...noopSweepActions, deletions } }, 60, ["waiting-list"]);
  expect(await waiting()).toEqual(["W-1"]);
});
