import type { AppLoadContext } from "@remix-run/cloudflare";
import { eq, sql } from "drizzle-orm";
import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAccount, findByArtistId } from "~/domain/artists/accounts.server";
import { bucketDocuments } from "~/domain/artists/agreement/documents.server";
import { invitationCodeHash } from "~/domain/artists/codes.server";
import { type AccountDeps, newAccountPart } from "~/domain/artists/create-account.server";
import { DEMO_ID, demoReleases } from "~/domain/artists/demo-artist";
import {
  findSignInLink,
  nextSignInLink,
  spendSignInLink,
  storeSignInLinkStatement,
} from "~/domain/artists/sign-in-links.server";
import { accountMailPart } from "~/domain/mail/account-part.server";
import { parseDraftRow } from "~/domain/submission/draft/draft-store.server";
import {
  findAccountSubmission,
  listAccountSubmissions,
} from "~/domain/submission/record/account-submissions.server";
import { canOpen } from "~/domain/submission/steps/steps";
import { drafts } from "~/domain/submission/submission-tables.server";
import { logOut } from "~/features/portal/sign-in/artist-sign-in.server";
import { type Database, openDatabase, type Statement } from "~/platform/database.server";
import { randomIds } from "~/platform/ids";
import { signInDemoArtist } from "~/session/demo.server";
import { readArtist } from "~/session/read-principal";
import { demoArtist } from "../../../workers/sandbox/demo";
import { batchedDatabase, DATABASE_WORKER_SCRIPT } from "../../support/batched-database";
import { applyMigrations } from "../../support/board-fixture";
import { SteadyMiniflare } from "../../support/steady-runtime";

const secret = "s".repeat(32);
const brand = { name: "Mahogany", supportEmail: "help@label.example", deliveryWeeks: 4 };
const site = "https://submit.example.com";
const rules = { site, secret, dailyLimit: 50 };
const now = new Date("2026-11-23T12:00:00Z");

let miniflare: Miniflare;
let binding: D1Database;
let files: R2Bucket;
let db: Database;
let deps: AccountDeps;
beforeAll(async () => {
  const stores = { d1Databases: ["DB"], r2Buckets: ["FILES"] };
  miniflare = new SteadyMiniflare({ modules: true, script: DATABASE_WORKER_SCRIPT, ...stores });
  binding = batchedDatabase(miniflare);
  await applyMigrations(binding);
  db = openDatabase(binding);
  files = (await miniflare.getR2Bucket("FILES")) as unknown as R2Bucket;
  const mailPart = accountMailPart({ db, ids: randomIds, mail: { rules, brand }, site });
  deps = { db, ids: randomIds, secret, mailPart };
});
afterAll(() => miniflare.dispose());

const batch = (statements: Statement[]) => db.batch(statements as [Statement, ...Statement[]]);

/** An account, as staff make one. */
async function makeAccount(email = `${crypto.randomUUID()}@example.com`) {
  const part = await newAccountPart(deps, { email, profile: { artistName: "Ada" } }, sql`1`, now);
  await batch(part.statements);
  const account = await findAccount(db, part.id);
  if (!account) throw new Error("No account was made");
  return account;
}

/** A session in a browser, by its token. */
async function session(account: { id: string; codeMark: string }) {
  const token = randomIds.secret();
  const row = { id: randomIds.next(now), artistId: account.id, kind: "browser" as const };
  const { codeMark: mark } = account;
  return { ...row, codeMark: mark, token, device: "Firefox" };
}
test("two simultaneous accounts for one address make one account, with one mail", async () => {
  const email = "twice@example.com";
  const parts = await Promise.all(
    [0, 1].map(() => newAccountPart(deps, { email, profile: {} }, sql`1`, now)),
  );
  await Promise.all(parts.map(({ statements }) => batch(statements)));
  const accounts = await Promise.all(parts.map(({ id }) => findAccount(db, id)));
  expect(accounts.filter(Boolean)).toHaveLength(1);
  const mails = await db.all(sql`SELECT id FROM mail_outbox WHERE recipient = ${email}`);
  expect(mails).toHaveLength(1);
});

test("when its condition does not hold, no account is made and no mail is sent", async () => {
  const email = "never@example.com";
  const part = await newAccountPart(deps, { email, profile: {} }, sql`0`, now);
  await batch(part.statements);
  expect(await findAccount(db, part.id)).toBeUndefined();
  expect(await db.all(sql`SELECT id FROM mail_outbox WHERE recipient = ${email}`)).toEqual([]);
});

/** Stores the link that the next mail contains. @returns its token. */
async function storeLink({ id: artistId, email }: { id: string; email: string }, time: Date) {
  const { token, ...link } = await nextSignInLink(db, { artistId, email }, secret, time);
  await db.batch([storeSignInLinkStatement(db, { ...link, artistId, email }, sql`1`)]);
  return token;
}

test("a valid link is mailed again for up to an hour, and is valid for 15 more minutes each time", async () => {
  const account = await makeAccount();
  const timeAt = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  const token = await storeLink(account, timeAt(0));
  const both = await Promise.all([storeLink(account, timeAt(14)), storeLink(account, timeAt(14))]);
  expect(both).toEqual([token, token]);
  expect(await findSignInLink(db, token, timeAt(28))).toMatchObject({ isOver: false });
  for (const minutes of [28, 42, 56]) expect(await storeLink(account, timeAt(minutes))).toBe(token);
  // After an hour a new link is made, and the old one stays valid until its own end.
  const other = await storeLink(account, timeAt(60));
  expect(other).not.toBe(token);
  expect(await findSignInLink(db, token, timeAt(70))).toMatchObject({ isOver: false });
  expect(await findSignInLink(db, token, timeAt(71))).toMatchObject({ isOver: true });
  expect(await spendSignInLink(db, other, await session(account), timeAt(61))).toBe(true);
  expect(await storeLink(account, timeAt(62))).not.toBe(other);
});

test("a link that was used while it was about to be mailed again stays used", async () => {
  const account = await makeAccount();
  const token = await storeLink(account, now);
  const { id: artistId, email } = account;
  const { token: same, ...link } = await nextSignInLink(db, { artistId, email }, secret, now);
  expect(same).toBe(token);
  expect(await spendSignInLink(db, token, await session(account), now)).toBe(true);
  await db.batch([storeSignInLinkStatement(db, { ...link, artistId, email }, sql`1`)]);
  expect(await findSignInLink(db, token, now)).toMatchObject({ isOver: true });
});

test("a signed document is never written over", async () => {
  const documents = bucketDocuments(files as never);
  const [first, second] = ["first", "second"].map((text) => new TextEncoder().encode(text));
  if (!first || !second) throw new Error("No documents");
  expect(await documents.store("agreements/1.pdf", first)).toBe(true);
  expect(await documents.store("agreements/1.pdf", second)).toBe(false);
  expect(await documents.read("agreements/1.pdf")).toEqual(first);
});

/** Asks the sandbox for the demo artist, or has it store them. */
async function demo(method: string) {
  const env = { DB: binding, FILES: files, SIGNING_SECRET: secret };
  const file = btoa("x".repeat(100));
  const body = JSON.stringify({ covers: demoReleases.map(() => file), song: file });
  const init = method === "POST" ? { method, body } : { method };
  const reply = await demoArtist(new Request("http://localhost/sandbox/demo", init), env);
  return (await reply.json()) as { artistId: string; invitationCode: string; seeded: boolean };
}

test("the demo artist is stored once, with a release in every status, and can sign in with the printed code", async () => {
  const request = demo;
  expect((await request("GET")).seeded).toBe(false);
  const keys = await request("POST");
  expect(await request("POST")).toEqual(keys);
  expect(await request("GET")).toEqual({ ...keys, seeded: true });
  const account = await findByArtistId(db, keys.artistId);
  expect(account).toMatchObject({
    id: DEMO_ID,
    codeMark: await invitationCodeHash(secret, keys.invitationCode),
  });
  const lines = await listAccountSubmissions(db, DEMO_ID);
  // Every status of the specification.
  expect(lines.map(({ status }) => status).sort()).toEqual([
    ...["active", "approved", "failed", "in progress"],
    ...["live", "pending", "processing", "rejected"],
  ]);
  for (const { id } of lines) {
    const submission = await findAccountSubmission(db, DEMO_ID, id);
    for (const { key } of submission?.files ?? []) expect(await files.head(key)).not.toBeNull();
    // The answers can be sent again, as far as the submission has them.
    const [draft] = await db
      .select()
      .from(drafts)
      .where(eq(drafts.id, submission?.draftId ?? ""));
    const { artist, music } = draft ? parseDraftRow(draft).answers : {};
    expect(artist?.firstName).toBe(submission?.form.firstName);
    expect(music?.releaseTitle).toBe(submission?.releaseTitle);
    expect(music?.tracks.map(({ title, metadata }) => [title, metadata.soloWork])).toEqual(
      submission?.form.tracks.map(({ title }) => [title, true]),
    );
    expect(canOpen("review", draft ? parseDraftRow(draft).completed : [])).toBe(true);
  }
});

/** A browser that keeps its sign-in cookie, and the context of its requests. */
function browser(settings: { DEMO_ARTIST: string; ENVIRONMENT?: string }) {
  let cookie = "";
  const send = async <T>(
    method: string,
    callHandler: (request: Request, portal: AppLoadContext) => Promise<T>,
  ) => {
    const headers: HeadersInit = cookie ? { Cookie: cookie } : {};
    const request = new Request("http://localhost:8788/dashboard", { method, headers });
    const replyHeaders = new Headers();
    const clock = () => new Date();
    const artist = () => readArtist(request, { db, clock });
    const portal = {
      db,
      clock,
      ids: randomIds,
      log: () => {},
      scope: { replyHeaders, artist },
      settings: { ENVIRONMENT: "local", SIGNING_SECRET: secret, ...settings },
    } as unknown as AppLoadContext;
    const answer = await callHandler(request, portal);
    const [set] = replyHeaders.getSetCookie();
    if (set) cookie = set.split(";")[0] ?? "";
    return answer;
  };
  return {
    visit: (method = "GET") => send(method, signInDemoArtist),
    signedIn: () => send("GET", (_, { scope }) => scope.artist("read")),
    logOut: () => send("POST", logOut),
  };
}

test("in a demo the first visit is signed in as the demo artist, and stays signed out after a logout", async () => {
  const { artistId } = await demo("POST");
  const first = browser({ DEMO_ARTIST: "1" });
  expect(await first.visit("POST")).toBeUndefined();
  expect(await first.visit()).toMatchObject({ artistId, kind: "browser" });
  expect(await first.signedIn()).toMatchObject({ artistId });
  await first.logOut();
  expect(await first.signedIn()).toBeUndefined();
  expect(await first.visit()).toBeUndefined();
  for (const settings of [{ DEMO_ARTIST: "0" }, { DEMO_ARTIST: "1", ENVIRONMENT: "production" }])
    expect(await browser(settings).visit()).toBeUndefined();
});
