import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { api } from "~/api/router";
import { invitations, returningLinks } from "~/domain/access/entry-tables.server";
import { readLink } from "~/domain/access/read-link.server";
import { readReturningLink } from "~/domain/access/returning-links.server";
import {
  readReturningEntry,
  storeReturningEntry,
  type TokenStore,
} from "~/domain/access/returning-store.server";
import { drafts, submissions } from "~/domain/submission/submission-tables.server";
import { beginReturning } from "~/features/wizard/links/begin-by-link.server";
import { addDays } from "~/platform/clock";
import { randomIds } from "~/platform/ids";
import { createCompleteDraft } from "../../support/complete-draft";
import { deepRuns } from "../../support/deep-runs";
import { sha256 } from "../../support/drafts";
import { interleave, type ScheduleOperation, seededRandom } from "../../support/interleaving";
import { openForFile } from "../../support/open-for-file";
import { createRaceFixture, createRequest } from "../../support/race-fixture";

/* Links of returning artists when the token store is outdated, wrong or unavailable. */

const now = new Date();
const loggedEvents: string[] = [];
const log = (_: string, event: string) => void loggedEvents.push(event);
const fixture = await openForFile(createRaceFixture);
beforeEach(() => void loggedEvents.splice(0));

/** A store in memory. */
function createTokenStore(): TokenStore & {
  entries: Map<string, { value: string; expiration: number }>;
} {
  const entries = new Map<string, { value: string; expiration: number }>();
  return {
    entries: entries,
    get: async (key) => JSON.parse(entries.get(key)?.value ?? "null"),
    put: async (key, value, { expiration }) => void entries.set(key, { value, expiration }),
    delete: async (key) => void entries.delete(key),
  };
}
const away = () => Promise.reject(new Error("KV is away"));
const silent: TokenStore = { get: away, put: away, delete: away };

async function madeLink(columns: Partial<typeof returningLinks.$inferInsert> = {}) {
  const token = randomIds.secret();
  const row = {
    id: randomIds.next(now),
    tokenHash: sha256(Buffer.from(token)),
    artistName: "Marit Sund",
    email: "marit@example.com",
    createdAt: now.toISOString(),
    expiresAt: addDays(now, 365).toISOString(),
    ...columns,
  };
  await fixture.deps.db.insert(returningLinks).values(row);
  return { ...row, token };
}

const toEntry = ({
  artistName,
  email,
  createdAt,
  expiresAt,
}: Awaited<ReturnType<typeof madeLink>>) => ({
  artist: { artistName, email },
  active: true,
  createdAt,
  expiresAt,
  lastUsed: null,
});
const read = (tokens: TokenStore, token: string) =>
  readReturningLink({ db: fixture.deps.db, entry: { tokens }, log }, token, now);

test("a link works when the token store does not answer, and that is logged", async () => {
  const { id, token } = await madeLink();
  expect(await read(silent, token)).toMatchObject({ id, entry: undefined });
  expect(loggedEvents).toEqual(["tokens.unreadable"]);
});

test.each([["nothing"], ["something else"]])(
  "a link works when the token store holds %s",
  async (content) => {
    const { id, token, tokenHash } = await madeLink();
    const tokens = createTokenStore();
    if (content !== "nothing")
      tokens.entries.set(`returning:${tokenHash}`, { value: '{"a":1}', expiration: 0 });
    expect(await read(tokens, token)).toMatchObject({ id });
    expect(loggedEvents).toEqual(content === "nothing" ? [] : ["tokens.unreadable"]);
  },
);

test("a stopped link opens nothing, even if the token store is outdated or unavailable", async () => {
  const link = await madeLink({ deactivatedAt: now.toISOString() });
  const outdated = createTokenStore();
  await storeReturningEntry(outdated, link.tokenHash, toEntry(link));
  expect(await read(outdated, link.token)).toBe("deactivated");
  expect(await read(silent, link.token)).toBe("deactivated");
});

test("a link that is stopped in the token store opens nothing either", async () => {
  const link = await madeLink();
  const ahead = createTokenStore();
  await storeReturningEntry(ahead, link.tokenHash, { ...toEntry(link), active: false });
  expect(await read(ahead, link.token)).toBe("deactivated");
});

const portal = (tokens: TokenStore) => {
  const request = createRequest("/r", { cookie: "", method: "POST" });
  const basePortal = fixture.portalFor(request, (operation) => operation());
  const after: Promise<unknown>[] = [];
  const scope = {
    ...basePortal.scope,
    waitUntil: (work: Promise<unknown>) => void after.push(work),
  };
  const entry = { ...basePortal.entry, tokens };
  return { request, context: { ...basePortal, entry, log, scope }, after };
};

test("beginning a draft stores the link's data under its hash until the link expires", async () => {
  const { tokenHash, token, expiresAt } = await madeLink();
  const tokens = createTokenStore();
  const { request, context, after } = portal(tokens);
  const link = await readLink("returning", token, context);
  if (typeof link === "string") throw new Error(link);
  const reply = await beginReturning(request, context, link);
  await Promise.all(after);
  expect(reply.headers.get("Location")).toBe("/submit/artist");
  expect([...tokens.entries.keys()]).toEqual([`returning:${tokenHash}`]);
  const [storedEntry] = tokens.entries.values();
  expect(storedEntry?.expiration).toBe(Math.floor(Date.parse(expiresAt) / 1000));
  expect(JSON.stringify([...tokens.entries])).not.toContain(token);
  expect(await readReturningEntry(tokens, tokenHash)).toMatchObject({
    artist: { artistName: "Marit Sund", email: "marit@example.com" },
    active: true,
    prefill: { artist: { artistName: "Marit Sund" } },
  });
});

test("a draft begins even if that cannot be stored", async () => {
  const { token } = await madeLink();
  const { request, context, after } = portal(silent);
  const link = await readLink("returning", token, context);
  if (typeof link === "string") throw new Error(link);
  const reply = await beginReturning(request, context, link);
  await Promise.all(after);
  expect(reply.status).toBe(302);
  expect(loggedEvents).toEqual([
    "tokens.unreadable",
    "draft.opened",
    "link.opened",
    "tokens.not-stored",
  ]);
});

test.each(["invited", "returning"] as const)(
  "when the database does not answer, %s is told so",
  async (kind) => {
    const failures: unknown[] = [];
    const { context } = portal(createTokenStore());
    const brokenContext = {
      ...context,
      db: new Proxy(context.db, {
        get: () => () => {
          throw new Error("D1 is away");
        },
      }),
      scope: { ...context.scope, logFailure: (error: unknown) => void failures.push(error) },
    };
    expect(await readLink(kind, randomIds.secret(), brokenContext)).toBe("unasked");
    expect(failures).toHaveLength(1);
  },
);

/* Fifty browsers with one draft each submit with the same invitation at the same moment. */

const BROWSERS = 50;
const ROUNDS = deepRuns(2, 4);

async function invitation(boardItemId: string) {
  const now = new Date();
  const row = {
    id: randomIds.next(now),
    tokenHash: sha256(Buffer.from(randomIds.secret())),
    artistName: "Sigrid Vale",
    prefill: "{}",
    boardItemId,
    createdAt: now.toISOString(),
    expiresAt: addDays(now, 90).toISOString(),
  };
  await fixture.deps.db.insert(invitations).values(row);
  return row.id;
}

async function submit({ cookie }: { cookie: string }, schedule: ScheduleOperation) {
  const body = new URLSearchParams({ intent: "confirm" });
  const request = createRequest("/api/submission/record", { cookie, method: "POST", body });
  const reply = await api.fetch(request, fixture.portalFor(request, schedule));
  const answer = (await reply.json()) as { error?: string; refused?: string; mayGoOn?: boolean };
  return { status: reply.status, ...answer };
}

test("of fifty simultaneous submissions with one invitation one is recorded; the others are refused without loss", async () => {
  const { db } = fixture.deps;
  const winners = new Set<number>();
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const linkId = await invitation(`item-${seed}`);
    const browsers = await Promise.all(
      Array.from({ length: BROWSERS }, () =>
        createCompleteDraft(fixture, { entry: "invited", linkId }),
      ),
    );
    const answers = await interleave(
      seededRandom(seed),
      browsers.map((browser) => (schedule: ScheduleOperation) => submit(browser, schedule)),
    );
    const successes = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(successes).toHaveLength(1);
    const [winner = 0] = successes;
    winners.add(winner);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject({
        status: 409,
        refused: "invitation",
        mayGoOn: true,
        error: expect.stringMatching(/^This invitation has already been used\. Nothing you typed/),
      });
    const submissionRows = await db
      .select()
      .from(submissions)
      .where(eq(submissions.linkId, linkId));
    expect(submissionRows).toMatchObject([
      { draftId: browsers[winner]?.draftId, entry: "invited", boardItemId: `item-${seed}` },
    ]);
    const [invitationRow] = await db.select().from(invitations).where(eq(invitations.id, linkId));
    expect(invitationRow?.redeemedBy).toBe(submissionRows[0]?.id);
    const draftRows = await db.select().from(drafts).where(eq(drafts.linkId, linkId));
    expect(draftRows.filter(({ submittedAt }) => submittedAt === null)).toHaveLength(BROWSERS - 1);
    expect(new Set(draftRows.map(({ answers: draftAnswers }) => draftAnswers)).size).toBe(1);
  }
  expect(fixture.failures).toEqual([]);
  // Not always the first that came.
  expect(winners.size).toBeGreaterThan(1);
});

test("a draft that is submitted fifty times uses its invitation once, and each call succeeds", async () => {
  const linkId = await invitation("item-same");
  const browser = await createCompleteDraft(fixture, { entry: "invited", linkId });
  const answers = await interleave(
    seededRandom(99),
    Array.from(
      { length: BROWSERS },
      () => (schedule: ScheduleOperation) => submit(browser, schedule),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(BROWSERS).fill(200));
});
