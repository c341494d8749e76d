import { beforeEach, expect, test } from "vitest";
import { returningLinks } from "~/domain/access/entry-tables.server";
import { readLink } from "~/domain/access/read-link.server";
import { readReturningLink } from "~/domain/access/returning-links.server";
import {
  readReturningEntry,
  storeReturningEntry,
  type TokenStore,
} from "~/domain/access/returning-store.server";
import { beginReturning } from "~/features/wizard/links/begin-by-link.server";
import { addDays } from "~/platform/clock";
import { randomIds } from "~/platform/ids";
import { sha256 } from "../../support/drafts";
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
