import { sql } from "drizzle-orm";
import * as v from "valibot";
import { beforeEach, expect, test } from "vitest";
import { isFull } from "~/domain/submission/draft/draft-capacity.server";
import { parseDraftRow, saveStep } from "~/domain/submission/draft/draft-store.server";
import { openDraft } from "~/domain/submission/draft/open-draft.server";
import {
  countResumeKeys,
  issueLimitedResumeKey,
  issueResumeKey,
  issueSessionKey,
  MAX_RESUME_LINKS,
  revokeResumeKeys,
} from "~/domain/submission/draft/resume-keys.server";
import { drafts } from "~/domain/submission/submission-tables.server";
import { errorReportSchema } from "~/observability/errors/error-report";
import { storeErrorReport } from "~/observability/errors/error-report-store.server";
import { errorReports } from "~/observability/monitoring-tables.server";
import { databaseMegabytes } from "~/platform/database.server";
import { randomIds } from "~/platform/ids";
import type { ClientNetworks } from "~/platform/rate/client-network";
import {
  deleteExpiredWindows,
  MAX_WINDOW_SECONDS,
  rateLimit,
} from "~/platform/rate/rate-limit.server";
import { parseSettings } from "~/platform/settings";
import { hashKey } from "~/session/draft-cookie.server";
import { liveDraft } from "~/session/require-draft.server";
import { limitCall, limitShared, tooManyUploadsText } from "~/session/visitor-limits.server";
import { sweep } from "../../../workers/jobs/sweep";
import { ANONYMOUS_SAVE, DRAFT_LIMITS } from "../../support/complete-draft";
import { createJobsFixture } from "../../support/jobs-fixture";
import { openForFile } from "../../support/open-for-file";

const fixture = await openForFile(createJobsFixture);
beforeEach(() => fixture.reset());

const rounds = <T>(count: number, attempt: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => attempt(n)));
const createNetworks = (home: string, site = `site of ${home}`): ClientNetworks => ({ home, site });
const open = (n: number, limits = { open: 100, perDay: 100 }, place?: ClientNetworks) =>
  openDraft(
    fixture.db,
    { id: `01J0D${String(n).padStart(21, "0")}`, key: `key ${n}`, place, now: fixture.now() },
    limits,
  );

test("of many simultaneous calls only the limit passes, the others are told how long to wait", async () => {
  const countOnce = () =>
    rateLimit(fixture.db, "saves A", { limit: 7, seconds: 60 }, fixture.now());
  const waits = await rounds(40, countOnce);
  expect(waits.filter((wait) => wait === undefined)).toHaveLength(7);
  expect(new Set(waits)).toEqual(new Set([undefined, 60]));
  fixture.later(45);
  expect(await countOnce()).toBe(15);
  expect(
    await rateLimit(fixture.db, "saves B", { limit: 7, seconds: 60 }, fixture.now()),
  ).toBeUndefined();
  fixture.later(15);
  expect(await countOnce()).toBeUndefined();
  fixture.later(61);
  await deleteExpiredWindows(fixture.db, fixture.now());
  expect(await fixture.db.all(sql`SELECT * FROM rate_windows`)).toEqual([]);
});

test("counters contain no readable address and are kept for at most a day", async () => {
  const countOnce = (key: string, seconds: number) =>
    rateLimit(fixture.db, key, { limit: 7, seconds }, fixture.now());
  await expect(countOnce("letters ada@example.com", 60)).rejects.toThrow("names nobody");
  await expect(countOnce("letters A", MAX_WINDOW_SECONDS + 1)).rejects.toThrow("a day");
  expect(await fixture.db.all(sql`SELECT * FROM rate_windows`)).toEqual([]);
  expect(await countOnce("letters A", MAX_WINDOW_SECONDS)).toBeUndefined();
  fixture.later(MAX_WINDOW_SECONDS);
  await deleteExpiredWindows(fixture.db, fixture.now());
  expect(await fixture.db.all(sql`SELECT * FROM rate_windows`)).toEqual([]);
});

test("however many drafts are opened at once, no more are open than there may be", async () => {
  const results = await rounds(30, (n) =>
    open(n, { open: 12, perDay: 100 }, createNetworks(`visitor ${n}`)),
  );
  expect(results.filter((draft) => draft === "full")).toHaveLength(18);
  expect(await fixture.db.$count(drafts)).toBe(12);
  await fixture.db.run(sql`UPDATE drafts SET submitted_at = 'x' WHERE key_hash IN
    (SELECT key_hash FROM drafts LIMIT 2)`);
  await fixture.db.run(sql`UPDATE drafts SET expired_at = 'x' WHERE key_hash IN
    (SELECT key_hash FROM drafts WHERE submitted_at IS NULL LIMIT 1)`);
  const laterDrafts = await rounds(9, (n) => open(100 + n, { open: 12, perDay: 100 }));
  expect(laterDrafts.filter((draft) => typeof draft === "object")).toHaveLength(3);
});

test("one address can open a limited number of drafts a day, simultaneous or not, without affecting others", async () => {
  const results = await rounds(20, (n) => open(n, { open: 200, perDay: 5 }, createNetworks("A")));
  expect(results.filter((draft) => draft === "visitor")).toHaveLength(15);
  expect(await open(50, { open: 200, perDay: 5 }, createNetworks("B"))).toMatchObject({
    answers: {},
  });
  fixture.later(23 * 3_600);
  expect(await open(51, { open: 200, perDay: 5 }, createNetworks("A"))).toBe("visitor");
  fixture.later(3_601);
  expect(await open(52, { open: 200, perDay: 5 }, createNetworks("A"))).toMatchObject({
    answers: {},
  });
});

const opens = (drafts: Awaited<ReturnType<typeof open>>[]) =>
  drafts.filter((draft) => typeof draft === "object").length;

test("even if few networks open many drafts, simultaneous or not, other networks find room", async () => {
  const limits = { open: 420, perDay: 100 };
  let n = 0;
  const openAll = (site: string, count: number) =>
    // Every draft comes from a different household.
    rounds(count, () => open(++n, limits, createNetworks(`home ${n}`, site)));
  const alone = await openAll("one", 60);
  expect(opens(alone)).toBe(20);
  expect(new Set(alone.filter((draft) => typeof draft === "string"))).toEqual(new Set(["visitor"]));
  for (let network = 1; network < 20; network++) await openAll(`more ${network}`, 30);
  // Twenty networks can take at most half of all drafts.
  expect(await fixture.db.$count(drafts)).toBeLessThan(240);
  expect(opens(await openAll("newcomer", 5))).toBe(5);
  await fixture.db.update(drafts).set({ submittedAt: "x" });
  expect(opens(await openAll("one", 30))).toBe(20);
});

/** A day and an hour after five drafts were opened, four of which hold something. */
async function afterADay(): Promise<void> {
  for (let n = 1; n <= 5; n++) expect(await open(n)).toMatchObject({ answers: {} });
  const [, savedDraft, uploadDraft, linkedDraft] = await fixture.db
    .select()
    .from(drafts)
    .orderBy(drafts.id);
  const texts = { bio: "Songs.", influences: "", proNumber: "", socialLinks: "", comments: "" };
  const answers = { ...texts, publishingAdministrationInterest: false };
  const about = {
    ...ANONYMOUS_SAVE,
    step: "about",
    answers,
    completed: undefined,
    now: fixture.now(),
  } as const;
  expect(await saveStep(fixture.db, savedDraft?.id ?? "", about)).toMatchObject({ ok: true });
  await fixture.db.run(sql`INSERT INTO uploads (id, draft_id, kind, slot, file_name, size, content_type,
    key, multipart_id, part_size, state, created_at, updated_at) VALUES (${randomIds.next(fixture.now())}, ${uploadDraft?.id}, 'track', 'artwork',
    'a', 9, 'x', 'k', 'm', 5, 'open', ${fixture.now().toISOString()}, ${fixture.now().toISOString()})`);
  await issueResumeKey(fixture.db, linkedDraft?.id ?? "", randomIds, fixture.now());
  fixture.later(25 * 3_600);
}

test("a draft has so many links that work and no more, however many are made at once", async () => {
  await openDraft(fixture.db, { id: "D", key: "own", now: fixture.now() }, DRAFT_LIMITS);
  const make = () => issueLimitedResumeKey(fixture.db, "D", randomIds, fixture.now());
  const keys = await rounds(MAX_RESUME_LINKS + 20, make);
  expect(keys.filter((key) => key !== undefined)).toHaveLength(MAX_RESUME_LINKS);
  expect(await countResumeKeys(fixture.db, "D")).toBe(MAX_RESUME_LINKS);
  // What a sign-in brings to a browser is no link.
  const session = { draftId: "D", sessionId: "S" };
  await issueSessionKey(fixture.db, session, randomIds, fixture.now());
  await revokeResumeKeys(fixture.db, "D", await hashKey("own"), fixture.now());
  expect(await make()).toBeDefined();
});

test("a household makes so many links in a day, whatever drafts it opens for them", async () => {
  const settings = parseSettings({ SIGNING_SECRET: "s".repeat(32), LIMIT_LINKS_PER_DAY: "7" });
  const counters = { db: fixture.db, settings, clock: fixture.now, edge: { limits: {} } };
  const takeToken = (n: number, home = 1) =>
    limitCall(
      counters,
      // A new address of the same household each time, as a new draft would be another visitor.
      new Request("https://submit.example.com/submit/continue", {
        headers: { "CF-Connecting-IP": `2001:db8:0:${home}${String(n).padStart(2, "0")}::1` },
      }),
      "links",
    );
  const waits = await rounds(20, (n) => takeToken(n));
  expect(waits.filter((wait) => wait === undefined)).toHaveLength(7);
  expect(new Set(waits)).toEqual(new Set([undefined, MAX_WINDOW_SECONDS]));
  expect(await takeToken(0, 2)).toBeUndefined();
  fixture.later(MAX_WINDOW_SECONDS + 1);
  expect(await takeToken(0)).toBeUndefined();
});

test("a draft that stays empty for a day takes no room, even before the sweep removes it", async () => {
  await afterADay();
  const tries = await rounds(6, (n) => open(10 + n, { open: 6, perDay: 100 }));
  // Five are there, of which two are empty: three count, and three more fit.
  expect(opens(tries)).toBe(3);
  expect(tries.filter((draft) => draft === "full")).toHaveLength(3);
  expect(await isFull(fixture.db, 6, fixture.now())).toBe(true);
  expect(await isFull(fixture.db, 7, fixture.now())).toBe(false);
});

test("the sweep ends drafts that stay empty for a day, and no other; an hour later nothing is left", async () => {
  await afterADay();
  expect(await open(6)).toMatchObject({ answers: {} });
  const states = async () =>
    (await fixture.db.select().from(drafts).orderBy(drafts.id)).map(
      (row) => row.expiredAt !== null,
    );
  await sweep(fixture, 60, ["drafts"]);
  expect(await states()).toEqual([true, false, false, false, true, false]);
  const [endedDraft] = await fixture.db.select().from(drafts).orderBy(drafts.id);
  expect(endedDraft && liveDraft(parseDraftRow(endedDraft), fixture.now())).toBe("unknown");
  fixture.later(3_700);
  await sweep(fixture, 60, ["drafts"]);
  expect(await states()).toEqual([false, false, false, false]);
});

test("two first posts of one new cookie open one draft", async () => {
  for (let round = 0; round < 25; round++) {
    const [first, second] = await rounds(2, () => open(round));
    expect(first).toEqual(second);
    expect(first).toMatchObject({ submitted: false, answers: {} });
  }
  expect(await fixture.db.$count(drafts)).toBe(25);
});

test("an existing draft can continue while there is no room for new ones", async () => {
  await open(1);
  expect(await open(2, { open: 1, perDay: 100 })).toBe("full");
  expect(await open(1, { open: 1, perDay: 100 })).toMatchObject({ answers: {} });
});

test("the size of the database is known with every answer", async () => {
  const before = await databaseMegabytes(fixture.db);
  expect(before).toBeGreaterThan(0.05);
  await fixture.db.run(sql`UPDATE sweep_runs SET at = at`);
  await open(1);
  await fixture.db.run(sql`UPDATE drafts SET answers = json_object('x', hex(zeroblob(800000)))`);
  expect(await databaseMegabytes(fixture.db)).toBeGreaterThan(before + 1.5);
});

beforeEach(() => fixture.db.delete(errorReports));
const report = (n: number) =>
  v.parse(errorReportSchema, {
    errorData: { message: `broken ${n}`, stage: "tracks", timestamp: 1_800_000_000_000 },
  });
const send = async (n: number, visitor: string, limits = { perHour: 5, perDay: 12 }) => {
  const sender = { id: `${visitor} ${n}`, visitor, now: fixture.now() };
  return (await storeErrorReport(fixture.db, report(n), sender, limits)).reported;
};

test("one visitor's reports of an hour, and everybody's of a day, are as many as may be", async () => {
  const results = await rounds(20, (n) => send(n, "A"));
  expect(results.filter((result) => result === "stored")).toHaveLength(5);
  expect(results.filter((result) => result === "too-many")).toHaveLength(15);
  expect(await send(results.indexOf("stored"), "A")).toBe("too-many");
  const others = await rounds(20, (n) => send(100 + n, `other ${n}`));
  expect(others.filter((result) => result === "stored")).toHaveLength(7);
  // Who has sent few is counted while there is no room.
  expect(others.filter((result) => result === "full")).toHaveLength(13);
  fixture.later(3_601);
  expect(await send(results.indexOf("stored"), "A")).toBe("known");
  // The latest takes the place of the oldest.
  expect([await send(200, "A"), await send(201, "A")]).toEqual(["stored", "full"]);
  expect(await fixture.db.$count(errorReports)).toBe(12);
  fixture.later(86_400);
  expect(await send(202, "A")).toBe("stored");
});

test("whatever becomes of a report, it is one of those that its visitor may send, raced or not", async () => {
  const limits = { perHour: 5, perDay: 1 };
  expect(await send(300, "B", limits)).toBe("stored");
  const same = await rounds(10, () => send(300, "B", limits));
  expect(same.filter((result) => result === "known")).toHaveLength(4);
  expect(same.filter((result) => result === "too-many")).toHaveLength(6);
  const others = await rounds(10, (n) => send(310 + n, "C", limits));
  expect(others.filter((result) => result === "full")).toHaveLength(5);
  expect(others.filter((result) => result === "too-many")).toHaveLength(5);
  fixture.later(3_601);
  expect(await send(300, "B", limits)).toBe("known");
});

/** A report from one of many visitors of a network. */
const sendFrom = async (network: string, n: number, limits = { perHour: 60, perDay: 60 }) => {
  const sender = { id: `${network} ${n}`, visitor: `${network} ${n}`, network, now: fixture.now() };
  return (await storeErrorReport(fixture.db, report(n), sender, limits)).reported;
};

test("1,300 reports of one network leave a day's room to others, raced or not, and are not let in by waiting", async () => {
  const results = await rounds(130, (n) => sendFrom("greedy", n));
  expect(results.filter((result) => result === "stored")).toHaveLength(13);
  expect(results.filter((result) => result === "full")).toHaveLength(117);
  // Nor by the hit a minute that takes the place of the oldest.
  for (let n = 200; n < 230; n++) {
    fixture.later(61);
    expect(await sendFrom("greedy", n)).toBe("full");
  }
  for (let network = 0; network < 12; network++)
    await rounds(20, (n) => sendFrom(`more ${network}`, 1_000 + 100 * network + n));
  expect(await sendFrom("newcomer", 5_000)).toBe("stored");
  expect(await fixture.db.$count(errorReports)).toBeLessThan(60);
});

test("one network fills no cause with its hits: another's of the same cause is kept", async () => {
  // Numbers are taken out of what a cause says, so that these are one.
  const results = await rounds(60, (n) =>
    sendFrom("greedy", n, { perHour: 60, perDay: 1_000_000 }),
  );
  expect(results.filter((result) => result === "stored").length).toBeLessThan(25);
  expect(await sendFrom("newcomer", 900, { perHour: 60, perDay: 1_000_000 })).toBe("stored");
});

test("no network begins much more than a fifth of what all may in an hour; however few fill it, others find room", async () => {
  const secret = { SIGNING_SECRET: "x".repeat(32) };
  const settings = { ...parseSettings(secret), LIMIT_UPLOADS_PER_HOUR: 50 };
  const counters = { db: fixture.db, settings, clock: fixture.now, edge: { limits: {} } };
  const begin = (address: string) => {
    const headers = { "CF-Connecting-IP": address };
    return limitCall(counters, new Request("https://portal.example/x", { headers }), "uploads");
  };
  const begunCount = (waits: (number | undefined)[]) =>
    waits.filter((wait) => wait === undefined).length;
  // Each from another network of 64 bits, all of them of one customer.
  const greedyWaits = await rounds(40, (n) => begin(`2001:db8:1:${n.toString(16)}::1`));
  expect(begunCount(greedyWaits)).toBe(11);
  expect(new Set(greedyWaits)).toEqual(new Set([undefined, 3_600]));
  for (let network = 0; network < 10; network++)
    await rounds(20, (n) => begin(`198.51.${network}.${n}`));
  const globalCount = sql`SELECT count FROM rate_windows WHERE key = 'uploads house'`;
  const houseRow = await fixture.db.get<{ count: number }>(globalCount);
  expect(houseRow?.count).toBeLessThan(50);
  expect(await begin("203.0.113.5")).toBeUndefined();
  // What was refused has taken no turn of anybody.
  expect((await fixture.db.get<{ count: number }>(globalCount))?.count).toBe(
    (houseRow?.count ?? 0) + 1,
  );
  expect(await begin("198.51.0.200")).toBe(3_600);
  fixture.later(3_601);
  expect(begunCount(await rounds(20, (n) => begin(`2001:db8:1:${n.toString(16)}::1`)))).toBe(11);
  expect(tooManyUploadsText(3_600)).toContain("Wait 1 hour, then try again.");
});

test("one network uses up neither the lookups of a minute nor the mailed links of a day", async () => {
  const settings = {
    ...parseSettings({ SIGNING_SECRET: "x".repeat(32) }),
    LIMIT_ALL_LOOKUPS_PER_MINUTE: 50,
  };
  const counters = { db: fixture.db, settings, clock: fixture.now, edge: { limits: {} } };
  const from = (address: string) =>
    new Request("https://portal.example/x", { headers: { "CF-Connecting-IP": address } });
  const greedyCaller = (n: number) => from(`2001:db8:1:${n.toString(16)}::1`);
  const lookUp = (request: Request) => limitCall(counters, request, "lookups");
  const day = { limit: 50, seconds: MAX_WINDOW_SECONDS };
  const mail = (request: Request) =>
    limitShared(counters, request, "link mails", day, fixture.now());
  for (const limitCall of [lookUp, mail]) {
    const waits = await rounds(40, (n) => limitCall(greedyCaller(n)));
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(11);
    expect(await limitCall(from("203.0.113.5"))).toBeUndefined();
  }
});
