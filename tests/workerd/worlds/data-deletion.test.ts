import { eq, type SQL, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { auditStatement, readAuditLog } from "~/domain/access/staff/audit.server";
import { artists, dataRequests, signatureRequests } from "~/domain/artists/artist-tables.server";
import {
  cancelDeletion,
  recordExport,
  requestDeletion,
  startDeletionNow,
} from "~/domain/privacy/data-requests.server";
import type { ExternalCopies } from "~/domain/privacy/remove-external-copies.server";
import type { Report } from "~/domain/privacy/report";
import { drafts } from "~/domain/submission/submission-tables.server";
import { randomIds } from "~/platform/ids";
import { sweep } from "../../../workers/jobs/sweep";
import { dataCategories } from "../../support/data-categories";
import { createJobsFixture, noopSweepActions } from "../../support/jobs-fixture";
import { openForFile } from "../../support/open-for-file";
import {
  ACCOUNT,
  auditDetailFor,
  count,
  EMAIL,
  ENTRY,
  insertAccount,
  insertRow,
  insertSubmission,
  listBucketKeys,
  resetFixture,
  TYPED_EMAIL,
  tablesContaining,
  UNIQUE_MARKER,
  ulidAt,
} from "../../support/personal-data-fixture";

const DAY = 86_400;
/** What went on at others'. */
let others: {
  copies: ExternalCopies[];
  links: string[];
  reported: [string, Report][];
  /** Ids of requests, and whether they were done by then. */
  recorded: [string, string | null][];
  away: boolean;
};
const fixture = await openForFile(createJobsFixture);
beforeEach(async () => {
  await resetFixture(fixture);
  others = { copies: [], links: [], reported: [], recorded: [], away: false };
});

const deletions = {
  removeExternalCopies: async (copies: ExternalCopies) => {
    others.copies.push(copies);
    const reason = (id: string) => `Item ${id} of the board (HTTP_503)`;
    return others.away ? copies.items.map((id) => ({ id, reason: reason(id) })) : [];
  },
  cancelAgreements: async (): Promise<string[]> => [],
  recordDeletion: async ({ id }: { id: string }) => {
    others.recorded.push([id, (await request(id))?.doneAt ?? null]);
  },
  deleteLink: async (hash: string) => void others.links.push(hash),
  notifyDeleted: async ({ email }: { email: string }, report: Report) =>
    void others.reported.push([email, report]),
};
const run = (...parts: string[]) =>
  sweep({ ...fixture, calls: { ...noopSweepActions, deletions } }, 60, parts);
const carryOut = () => run("deletions", "files", "strays");
const requestDeletionOf = (id = "request") =>
  requestDeletion(fixture.db, { id, artistId: ACCOUNT, now: fixture.now() });
const request = async (id = "request") =>
  (await fixture.db.select().from(dataRequests).where(eq(dataRequests.id, id)))[0];
const storedKeys = () => listBucketKeys(fixture);

/** Who has an account, two submissions and something in every other table. */
async function createArtistData() {
  await insertAccount(fixture);
  const retainedId = await insertSubmission(fixture, { n: 1, status: "live" });
  const deletedId = await insertSubmission(fixture, { n: 2, status: "rejected" });
  return { keptId: retainedId, deletedId };
}

test("after its days to think it over everything goes, but what the law or a signed agreement keeps", async () => {
  const { keptId: retainedId, deletedId } = await createArtistData();
  expect(await requestDeletionOf()).toBe(true);
  fixture.later(6.9 * DAY);
  await carryOut();
  expect(others.reported).toEqual([]);
  fixture.later(0.2 * DAY);
  await carryOut();
  const [email, report] = others.reported[0] ?? [];
  expect([others.reported.length, email]).toEqual([1, EMAIL]);
  expect(report).toEqual({
    deleted: {
      signIns: 1,
      drafts: 1,
      files: 1,
      clips: 1,
      submissions: 1,
      links: 2,
      entries: 1,
      mails: 2,
      agreements: 1,
    },
    kept: { submissions: 1, agreements: 1 },
    byHand: [],
  });
  expect(others.copies.flatMap(({ items }) => items).sort()).toEqual(["item-2", "item-w"]);
  expect(others.copies.flatMap(({ folders }) => folders)).toEqual(["folder-2"]);
  expect(others.links).toEqual(["returning-hash"]);
  // Before the request is done: a record that cannot be written is written by the next sweep.
  expect(others.recorded).toEqual([["request", null]]);
  // Nothing but what the table of kinds says may stay.
  const staying = Object.entries(dataCategories).flatMap(([table, { isRetained }]) =>
    isRetained ? [table] : [],
  );
  const tables = await tablesContaining(fixture, UNIQUE_MARKER);
  expect(tables.filter((table) => !staying.includes(table))).toEqual([]);
  expect(tables).toEqual(expect.arrayContaining(["submissions", "signature_requests"]));
  // That something was done to it, by its id, and not what was written in doing so.
  expect(await tablesContaining(fixture, deletedId)).toEqual(["audit"]);
  expect(await tablesContaining(fixture, retainedId)).toEqual(
    expect.arrayContaining(["social_clips", "submissions"]),
  );
  expect(await storedKeys()).toEqual([
    `artists/${UNIQUE_MARKER}/audio/1.wav`,
    `artists/${UNIQUE_MARKER}/clips/1.wav`,
    `artists/${UNIQUE_MARKER}/signed.pdf`,
    "proofs/release-1/1",
  ]);
  expect(await request()).toMatchObject({ email: null, doneAt: fixture.now().toISOString() });
});

test("the trail forgets what a deleted artist signed as, and keeps that it was signed, and by which id", async () => {
  await createArtistData();
  const addSignature = (id: string, subject: string, artistId: string, name: string) =>
    insertRow(fixture, "audit", {
      id,
      staff_id: `artist:${artistId}`,
      staff_name: name,
      action: "agreement-signed",
      subject,
      detail: "SHA-256 of the signed PDF: 0",
      created_at: fixture.now().toISOString(),
    });
  await addSignature("another", "of-another", "A-OTHER2", "Ola Nordmann (A-OTHER2)");
  await requestDeletionOf();
  fixture.later(8 * DAY);
  await carryOut();
  const { rows } = await readAuditLog(fixture.db, { action: "agreement-signed" });
  expect(rows.map(({ staffId, staffName, subject }) => [staffId, staffName, subject])).toEqual([
    ["artist:A-OTHER2", "Ola Nordmann (A-OTHER2)", "of-another"],
    ["artist:A-7K4P29", "A-7K4P29", "signed"],
  ]);
});

test("what the team wrote in the trail goes with what it is about, and stays with what stays", async () => {
  const { keptId: retainedId, deletedId } = await createArtistData();
  await requestDeletionOf();
  fixture.later(8 * DAY);
  await carryOut();
  expect(await auditDetailFor(fixture, deletedId)).toEqual([
    ["artist-note-written", "Ida", null],
    ["status-set", "Ida", null],
  ]);
  expect(await auditDetailFor(fixture, retainedId)).toEqual([
    ["artist-note-written", "Ida", `About ${UNIQUE_MARKER}`],
    ["status-set", "Ida", `About ${UNIQUE_MARKER}`],
  ]);
  expect(await auditDetailFor(fixture, ENTRY)).toEqual([["status-set", "Ida", null]]);
  expect(await auditDetailFor(fixture, ACCOUNT)).toEqual([["account-made", "Ida", null]]);
  expect(await auditDetailFor(fixture, "i")).toEqual([["invitation-made", "Ida", null]]);
  expect(await auditDetailFor(fixture, "r")).toEqual([["returning-link-made", "Ida", null]]);
  // A contract that was signed must be provable.
  const [signedEntry] = await auditDetailFor(fixture, "signed");
  expect(signedEntry).toEqual(["agreement-signed", "A-7K4P29", `About ${UNIQUE_MARKER}`]);
});

test("the item that a release took over from the waiting list stays with it", async () => {
  const { keptId: retainedId } = await createArtistData();
  await fixture.db.run(
    sql`UPDATE submissions SET monday_item_id = 'item-w' WHERE id = ${retainedId}`,
  );
  await requestDeletionOf();
  fixture.later(8 * DAY);
  await carryOut();
  expect((await request())?.doneAt).not.toBeNull();
  expect(await count(fixture, "waiting_list")).toBe(0);
  expect(others.copies.flatMap(({ items }) => items)).toEqual(["item-2"]);
});

test("deletions that wait for somebody else's machine keep no other from beginning", async () => {
  others.away = true;
  for (let n = 1; n <= 6; n++) {
    const id = `artist-${n}`;
    await fixture.db.insert(artists).values({
      id,
      artistId: `A-${n}`,
      codeMark: "c",
      email: `${id}@example.com`,
      profile: "{}",
      createdAt: "x",
      updatedAt: "x",
    });
    if (n < 6) await insertSubmission(fixture, { n, status: "rejected", artistId: id });
    await requestDeletion(fixture.db, { id: `request-${n}`, artistId: id, now: fixture.now() });
    fixture.later(60);
  }
  fixture.later(8 * DAY);
  await carryOut();
  expect((await request("request-1"))?.doneAt).toBeNull();
  expect((await request("request-6"))?.doneAt).not.toBeNull();
});

test("an entry that gets its item while it is removed goes with the next step, and its item with it", async () => {
  await createArtistData();
  await fixture.db.run(sql`UPDATE waiting_list SET monday_item_id = NULL`);
  await requestDeletionOf();
  fixture.later(8 * DAY);
  const removeExternalCopies = async (copies: ExternalCopies) => {
    others.copies.push(copies);
    const late = sql`UPDATE waiting_list SET monday_item_id = 'late', updated_at = 'late'
      WHERE monday_item_id IS NULL`;
    if (copies.items.length === 0) await fixture.db.run(late);
    return [];
  };
  const calls = { ...noopSweepActions, deletions: { ...deletions, removeExternalCopies } };
  await sweep({ ...fixture, calls }, 60, ["deletions"]);
  expect((await request())?.doneAt).not.toBeNull();
  expect(await count(fixture, "waiting_list")).toBe(0);
  expect(others.copies.flatMap(({ items }) => items)).toContain("late");
  expect(others.reported[0]?.[1].deleted).toMatchObject({ entries: 1 });
});

test("another artist's data is not touched, whatever address was typed there", async () => {
  await createArtistData();
  await fixture.db.insert(artists).values({
    id: "other",
    artistId: "A-OTHER2",
    codeMark: "c",
    email: "other@example.com",
    profile: "{}",
    createdAt: "x",
    updatedAt: "x",
  });
  const id = await insertSubmission(fixture, { n: 3, status: "rejected", artistId: "other" });
  await requestDeletionOf();
  fixture.later(8 * DAY);
  await carryOut();
  expect(await tablesContaining(fixture, id)).toEqual(
    expect.arrayContaining(["mail_outbox", "social_clips", "submissions"]),
  );
  expect(await storedKeys()).toContain(`artists/${UNIQUE_MARKER}/audio/3.wav`);
});

test("a form that was begun in the account goes, whatever was typed into it; another account's stays", async () => {
  await insertAccount(fixture);
  const timestamp = fixture.now().toISOString();
  const addDraft = (id: string, artistId: string, answers: object) =>
    insertRow(fixture, "drafts", {
      id,
      key_hash: id,
      artist_id: artistId,
      answers: JSON.stringify(answers),
      completed_steps: "[]",
      expires_at: "2099-01-01",
      created_at: timestamp,
      updated_at: timestamp,
    });
  await addDraft("of-manager", ACCOUNT, { artist: { email: "manager@example.com" } });
  await addDraft("of-nobody", ACCOUNT, { about: { bio: UNIQUE_MARKER } });
  await addDraft("of-another", "other", { artist: { email: TYPED_EMAIL } });
  await requestDeletionOf();
  fixture.later(8 * DAY);
  await carryOut();
  const rows = await fixture.db.select({ id: drafts.id, ended: drafts.expiredAt }).from(drafts);
  const findEnd = (id: string) => rows.find((row) => row.id === id)?.ended ?? null;
  expect([findEnd("of-manager"), findEnd("of-nobody")]).not.toContain(null);
  expect(findEnd("of-another")).toBeNull();
});

test("a file that was sent in again without a second upload stays for the submission that stays", async () => {
  await insertAccount(fixture);
  const key = `artists/${UNIQUE_MARKER}/audio/shared.wav`;
  await insertSubmission(fixture, { n: 1, status: "rejected", key });
  await insertSubmission(fixture, { n: 2, status: "live", key });
  await requestDeletionOf();
  fixture.later(8 * DAY);
  await carryOut();
  expect([await storedKeys()].flat()).toContain(key);
  expect(await tablesContaining(fixture, "upload-1")).toEqual([]);
  expect(await tablesContaining(fixture, "upload-2")).toContain("uploads");
});

test("whoever is killed at any point is followed by somebody who goes on there", async () => {
  await createArtistData();
  await requestDeletionOf();
  fixture.later(8 * DAY);
  // The database goes away before the nth word to it, for every n until all is done.
  let remainingCalls = 0;
  const failDatabase = (): never => {
    throw new Error("D1 is away");
  };
  const breaking = new Proxy(fixture.db, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (
        typeof member !== "function" ||
        !["batch", "select", "update", "delete"].includes(String(name))
      )
        return member;
      return (...args: unknown[]) =>
        remainingCalls-- > 0 ? member.apply(target, args) : failDatabase();
    },
  });
  for (let words = 1; (await request())?.doneAt === null && words < 60; words++) {
    remainingCalls = words;
    const deps = { ...fixture, db: breaking, calls: { ...noopSweepActions, deletions } };
    await sweep(deps, 60, ["deletions"]).catch(() => undefined);
  }
  expect((await request())?.doneAt).not.toBeNull();
  await carryOut();
  expect((await request())?.doneAt).not.toBeNull();
  expect(await tablesContaining(fixture, "REF-2")).toEqual([]);
  expect(others.reported.at(-1)?.[1].deleted).toMatchObject({ submissions: 1, files: 1, mails: 2 });
  expect(await storedKeys()).toHaveLength(4);
});

test("it is written down once, whoever asks at the same time, and is taken back until it begins", async () => {
  await insertAccount(fixture);
  const asked = await Promise.all(["a", "b", "c"].map((id) => requestDeletionOf(id)));
  expect(asked.filter(Boolean)).toHaveLength(1);
  expect(await cancelDeletion(fixture.db, ACCOUNT, fixture.now())).toBe(true);
  expect(await cancelDeletion(fixture.db, ACCOUNT, fixture.now())).toBe(false);
  fixture.later(40 * DAY);
  await carryOut();
  expect((await fixture.db.select().from(artists))[0]?.deletedAt).toBeNull();
  expect(await requestDeletionOf("again")).toBe(true);
  fixture.later(8 * DAY);
  const [, cancelled] = await Promise.all([
    carryOut(),
    cancelDeletion(fixture.db, ACCOUNT, fixture.now()),
  ]);
  const { deletedAt, email } = (await fixture.db.select().from(artists))[0] ?? {};
  // One of the two, and never half of each.
  expect([deletedAt === null, email === EMAIL]).toEqual([cancelled, cancelled]);
  expect(await cancelDeletion(fixture.db, ACCOUNT, fixture.now())).toBe(false);
});

test("nobody asks for an account that is gone", async () => {
  expect(await requestDeletionOf()).toBe(false);
  expect(await count(fixture, "data_requests")).toBe(0);
});

test("staff have it begin at once, and that is written down with it", async () => {
  await insertAccount(fixture);
  await requestDeletionOf();
  const actor = { kind: "staff", id: "ida", name: "Ida" } as const;
  const action = "deletion-brought-forward" as const;
  const auditEntry = { at: fixture.now(), by: actor, action, subject: "request" };
  const extraStatements = (condition: SQL) =>
    auditStatement(
      fixture.db,
      { requestId: "r1", ...auditEntry, id: randomIds.next(fixture.now()) },
      condition,
    );
  expect(await startDeletionNow(fixture.db, "request", fixture.now(), extraStatements)).toBe(true);
  expect(await startDeletionNow(fixture.db, "request", fixture.now(), extraStatements)).toBe(false);
  expect(await auditDetailFor(fixture, "request")).toEqual([
    ["deletion-brought-forward", "Ida", null],
  ]);
  await carryOut();
  expect((await request())?.doneAt).not.toBeNull();
});

test("a sign-in and a submission in the middle of it stay whole or go whole", async () => {
  await createArtistData();
  await requestDeletionOf();
  fixture.later(8 * DAY);
  others.away = true;
  await carryOut();
  // It has begun, and waits for the board: what comes now came after it.
  expect((await request())?.startedAt).not.toBeNull();
  fixture.later(1);
  const time = fixture.now();
  const later = await insertSubmission(fixture, {
    n: 5,
    status: "pending",
    artistId: null,
    createdAt: time,
  });
  await insertRow(fixture, "artist_sessions", {
    id: "late",
    artist_id: ACCOUNT,
    kind: "browser",
    token_hash: "late",
    code_mark: "",
    device: "",
    created_at: "x",
    last_used_at: "x",
    expires_at: "9",
  });
  others.away = false;
  await carryOut();
  expect((await request())?.doneAt).not.toBeNull();
  expect(await count(fixture, "artist_sessions")).toBe(0);
  expect(await tablesContaining(fixture, later)).toEqual(
    expect.arrayContaining(["jobs", "mail_outbox", "social_clips", "submissions"]),
  );
  expect(await storedKeys()).toContain(`artists/${UNIQUE_MARKER}/audio/5.wav`);
});

test("while the board is away it waits; two days before it is due people are told what is left", async () => {
  await createArtistData();
  await requestDeletionOf();
  others.away = true;
  fixture.later(8 * DAY);
  await carryOut();
  expect([(await request())?.doneAt, others.reported]).toEqual([null, []]);
  expect(await tablesContaining(fixture, "REF-2")).toContain("submissions");
  fixture.later(20.1 * DAY);
  await carryOut();
  expect(others.reported[0]?.[1].byHand).toEqual([
    "Item item-2 of the board (HTTP_503)",
    "Item item-w of the board (HTTP_503)",
  ]);
});

test("what waits to be signed elsewhere is taken back there before its row goes", async () => {
  await createArtistData();
  const { db } = fixture;
  await db.delete(signatureRequests);
  await db.insert(signatureRequests).values({
    id: "WAITS",
    artistId: ACCOUNT,
    provider: "dropbox-sign",
    providerRequestId: "P1",
    templateVersion: "1",
    textHash: "h",
    text: "t",
    expiresAt: "2027-12-31",
    createdAt: "2026-11-01",
    updatedAt: "2026-11-01",
  });
  await requestDeletionOf();
  fixture.later(8 * DAY);
  const withdrawals: string[] = [];
  let leftovers = ["Agreements that wait at Dropbox Sign"];
  const cancelAgreements = async (artistId: string) => {
    const [row] = await db
      .select()
      .from(signatureRequests)
      .where(eq(signatureRequests.id, "WAITS"));
    withdrawals.push(`${artistId} ${row?.status}`);
    return leftovers;
  };
  const sweeps = () =>
    sweep(
      {
        ...fixture,
        calls: { ...noopSweepActions, deletions: { ...deletions, cancelAgreements } },
      },
      60,
      ["deletions"],
    );
  for (let n = 0; n < 3; n++) await sweeps();
  expect([(await request())?.doneAt, withdrawals[0]]).toEqual([null, `${ACCOUNT} expired`]);
  leftovers = [];
  for (let n = 0; n < 3; n++) await sweeps();
  expect((await request())?.doneAt).not.toBeNull();
  expect(await db.$count(signatureRequests, eq(signatureRequests.id, "WAITS"))).toBe(0);
});

test("everything is downloaded three times a day, however many ask at once", async () => {
  await insertAccount(fixture);
  const now = fixture.now();
  const take = (n: number) =>
    recordExport(fixture.db, { id: ulidAt(now, n), artistId: ACCOUNT, now: fixture.now() });
  const taken = await Promise.all([1, 2, 3, 4, 5].map(take));
  expect(taken.filter(Boolean)).toHaveLength(3);
  fixture.later(DAY + 1);
  expect(await take(6)).toBe(true);
});

test("a stop of our mails is kept, so that none is sent", async () => {
  await insertAccount(fixture);
  await fixture.db.run(sql`UPDATE mail_addresses SET stopped_at = 'x'`);
  await requestDeletionOf();
  fixture.later(8 * DAY);
  await carryOut();
  expect(await tablesContaining(fixture, EMAIL)).toEqual(
    expect.arrayContaining(["mail_addresses"]),
  );
  expect(TYPED_EMAIL).not.toBe(EMAIL);
});
