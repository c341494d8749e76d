import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { expect, test } from "vitest";
import { BOT_CHECK_TEXT } from "~/domain/bot/score";
import { CONFIRM_FIELD, START_FIELD } from "~/domain/bot/session";
import { confirmToken, startToken } from "~/domain/bot/start-token.server";
import { openAppStores, pollUntil } from "../support/app-stores";
import { appUnderTest } from "../support/app-under-test";
import { createDraftAt, findDraftRow } from "../support/drafts";
import { findLogLines } from "../support/log-lines";
import { openForFile } from "../support/open-for-file";
import { fieldValue, pageText } from "../support/page-parts";
import type { Visitor } from "../support/visitor";

const MINUTE = 60_000;
const inside = await openForFile(openAppStores);

const findDraftId = async (visitor: Visitor) => (await findDraftRow(inside, visitor)).id;

async function findSessions(visitor: Visitor): Promise<string[]> {
  const sql = "SELECT started_at FROM form_sessions WHERE draft_id = ?";
  return (await inside.rows(sql, await findDraftId(visitor))).map((row) => String(row.started_at));
}

/** Backdates the opening of a draft's form. */
async function openedAgo(visitor: Visitor, ms: number): Promise<void> {
  const timestamp = new Date(Date.now() - ms).toISOString();
  const sql = "UPDATE form_sessions SET started_at = ? WHERE draft_id = ?";
  await inside.rows(sql, timestamp, await findDraftId(visitor));
}

/** The signed start that the Review form of a draft carries. */
async function startShown(visitor: Visitor): Promise<string> {
  const html = await (await visitor.send("/submit/review")).text();
  return fieldValue(html, START_FIELD) ?? "";
}

const submit = (visitor: Visitor, fields: Record<string, string>) =>
  visitor.post("/submit/review", { intent: "submit", ...fields });

/** The signing secret of the app under test. */
const localSecret = () =>
  readFileSync(join(appUnderTest().stateDir, "signing-secret"), "utf8").trim();

/** The verdicts on a draft as they were logged. */
async function verdicts(visitor: Visitor, least = 1) {
  const draftId = await findDraftId(visitor);
  const lines = await pollUntil(async () => {
    const verdictLines = findLogLines({ event: "bot.judged", draftId });
    return verdictLines.length >= least ? verdictLines : undefined;
  });
  return lines.map(({ level, score, reasons }) => ({ level, score, reasons }));
}

/** Sets the start of the first session of a draft's form; without a time, removes it. */
async function openedFirst(visitor: Visitor, at?: Date): Promise<void> {
  const sql = "UPDATE drafts SET form_started_at = ? WHERE id = ?";
  await inside.rows(sql, at?.toISOString() ?? null, await findDraftId(visitor));
}

async function sweep(visitor: Visitor): Promise<void> {
  expect((await visitor.json("/sandbox/sweep", {})).status).toBe(200);
}

test("a form that a person filled in passes, however long its files took", async () => {
  const visitor = await createDraftAt("review");
  await openedAgo(visitor, 5 * MINUTE);
  const reply = await submit(visitor, { [START_FIELD]: await startShown(visitor) });
  expect(reply.headers.get("Location")).toBe("/submit/success");
  expect(await verdicts(visitor)).toEqual([{ level: "info", score: 100, reasons: [] }]);
});

test("a filled hidden field is refused with 403, the specified text and a way to continue", async () => {
  const visitor = await createDraftAt("review");
  await openedAgo(visitor, 5 * MINUTE);
  const start = await startShown(visitor);
  const fields = { [START_FIELD]: start, homepage: "https://spam.example" };
  const reply = await submit(visitor, fields);
  expect(reply.status).toBe(403);
  const draftId = await findDraftId(visitor);
  const refused = { event: "draft.refused", draftId, reason: "review: visitor" };
  await pollUntil(async () => findLogLines(refused)[0]);
  const page = pageText(await reply.text());
  expect(page).toContain(BOT_CHECK_TEXT);
  expect(page).toContain("I'm a person, submit my music");
  expect(page).not.toMatch(/honeypot|likely bot/i);
  // 60 minus 60, plus everything that the content adds.
  const reasons = ["Honeypot field filled (likely bot)"];
  expect(await verdicts(visitor)).toEqual([{ level: "warn", score: 75, reasons }]);
  expect((await submit(visitor, { ...fields, intent: "confirm" })).status).toBe(403);
});

test.each([
  ["in no time", 0, "Form completed too quickly (likely bot)"],
  ["in more than half an hour", 31 * MINUTE, "Form took too long (session expired)"],
])("a form filled in %s is noted, but a whole release passes all the same", async (_, ago, why) => {
  const visitor = await createDraftAt("review");
  await openedAgo(visitor, ago);
  const reply = await submit(visitor, { [START_FIELD]: await startShown(visitor) });
  expect(reply.headers.get("Location")).toBe("/submit/success");
  expect(await verdicts(visitor)).toEqual([{ level: "info", score: 100, reasons: [why] }]);
});

test("half an hour is not too long when a file was uploading most of the time", async () => {
  const visitor = await createDraftAt("review");
  await openedAgo(visitor, 40 * MINUTE);
  const createdAt = new Date(Date.now() - 39 * MINUTE).toISOString();
  const sql = "UPDATE uploads SET created_at = ? WHERE draft_id = ?";
  await inside.rows(sql, createdAt, await findDraftId(visitor));
  await submit(visitor, { [START_FIELD]: await startShown(visitor) });
  expect(await verdicts(visitor)).toEqual([{ level: "info", score: 100, reasons: [] }]);
});

test("once its session has been cleaned up, a form counts as one that took too long", async () => {
  const visitor = await createDraftAt("review");
  await openedAgo(visitor, 31 * MINUTE);
  const start = await startShown(visitor);
  await sweep(visitor);
  expect(await findSessions(visitor)).toEqual([]);
  expect(await startShown(visitor)).toBe("");
  // The form's own start still counts, and leaving it out is no advantage.
  const late = { level: "info", score: 100, reasons: ["Form took too long (session expired)"] };
  await openedFirst(visitor, new Date(Date.now() - 45 * MINUTE));
  await submit(visitor, { [START_FIELD]: start });
  expect(await verdicts(visitor)).toEqual([late]);
  const other = await createDraftAt("review");
  await openedAgo(other, 31 * MINUTE);
  await openedFirst(other, new Date(Date.now() - 45 * MINUTE));
  await sweep(other);
  expect((await submit(other, {})).headers.get("Location")).toBe("/submit/success");
  expect(await verdicts(other)).toEqual([late]);
});

const ways = ["/submit/review", "/api/submission/check", "/api/submission/record"];
const quick = "Form completed too quickly (likely bot)";
const trap = "Honeypot field filled (likely bot)";

test("a post without a start, or with another draft's, is judged by its session", async () => {
  const path = "/api/submission/check";
  const [other, visitor] = [await createDraftAt("review"), await createDraftAt("review")];
  await openedAgo(visitor, 5 * MINUTE);
  await openedAgo(other, 20 * MINUTE);
  const otherStart = await startShown(other);
  const starts = [otherStart, "1", "", otherStart.replace(/\d{13}/, "1700000000000"), undefined];
  for (const start of starts)
    await visitor.post(path, {
      website: "spam",
      ...(start !== undefined && { [START_FIELD]: start }),
    });
  // 60 - 60 + 75, not the 50 of a form without any known start.
  expect(await verdicts(visitor, starts.length)).toEqual(
    starts.map(() => ({ level: "warn", score: 75, reasons: [trap] })),
  );
  await openedAgo(visitor, 0);
  await visitor.post(path, { website: "spam" });
  expect((await verdicts(visitor, starts.length + 1)).at(-1)).toMatchObject({
    score: 55,
    reasons: [quick, trap],
  });
});

test("a form that never had a session has the score 50", async () => {
  const path = "/submit/review";
  const visitor = await createDraftAt("review");
  await inside.rows("DELETE FROM form_sessions WHERE draft_id = ?", await findDraftId(visitor));
  await openedFirst(visitor);
  await visitor.post(path, { website: "spam" });
  await visitor.post(path, { intent: "submit" });
  expect(await verdicts(visitor, 2)).toEqual([
    { level: "warn", score: 50, reasons: [trap] },
    { level: "info", score: 50, reasons: [] },
  ]);
});

test.each(ways)(
  "by %s, a filled hidden field is accepted only on a second press within the time window",
  async (path) => {
    const visitor = await createDraftAt("review");
    const trapFields = { intent: "confirm", website: "filled by the browser" };
    const postFields = async (fields: Record<string, string>) => {
      const reply = await visitor.post(path, { ...trapFields, ...fields });
      const body = await reply.text();
      const pressToken = path.startsWith("/api")
        ? v.parse(v.object({ pressAgain: v.optional(v.string()) }), JSON.parse(body)).pressAgain
        : fieldValue(body, CONFIRM_FIELD);
      return { status: reply.status, told: pressToken ?? "" };
    };
    const first = await postFields({});
    expect([first.status, first.told]).toEqual([403, expect.stringContaining("/confirm-press/")]);
    // An immediate second press is too soon, however often, and the time of the first press stays.
    for (let n = 0; n < 2; n++)
      expect(await postFields({ [CONFIRM_FIELD]: first.told })).toEqual({
        status: 403,
        told: first.told,
      });
    // Neither a start nor another draft's press replaces it.
    const [other, secret] = [await createDraftAt("review"), localSecret()];
    const ago = new Date(Date.now() - 4_000);
    for (const token of [
      await startToken(secret, await findDraftId(visitor), ago),
      await confirmToken(secret, await findDraftId(other), ago),
      first.told.replace(/\d{13}/, "1700000000000"),
    ])
      expect((await postFields({ [CONFIRM_FIELD]: token })).status).toBe(403);
    const early = await confirmToken(secret, await findDraftId(visitor), ago);
    const lastPress = await postFields({ [CONFIRM_FIELD]: early });
    expect(lastPress.status).toBe(path.startsWith("/api") ? 200 : 302);
  },
);

test.each(ways)(
  "by %s, a person whose hidden fields are empty passes by one press",
  async (path) => {
    const visitor = await createDraftAt("review");
    expect((await visitor.post(path, { website: "x" })).status).toBe(403);
    const reply = await visitor.post(path, { intent: "confirm" });
    expect(reply.status).toBe(path.startsWith("/api") ? 200 : 302);
  },
);

test("the sweep forgets old sessions only", async () => {
  const [old, young] = [await createDraftAt("artist"), await createDraftAt("artist")];
  await openedAgo(old, 31 * MINUTE);
  await openedAgo(young, 29 * MINUTE);
  await sweep(old);
  expect(await findSessions(old)).toEqual([]);
  expect(await findSessions(young)).toHaveLength(1);
});

test("a returning visitor continues a live session, and starts a new one after its end", async () => {
  const visitor = await createDraftAt("artist");
  await openedAgo(visitor, 10 * MINUTE);
  const before = await findSessions(visitor);
  await visitor.send("/submit");
  expect(await findSessions(visitor)).toEqual(before);
  await openedAgo(visitor, 31 * MINUTE);
  await visitor.send("/submit");
  const [again] = await findSessions(visitor);
  expect(Date.now() - Date.parse(again ?? "")).toBeLessThan(MINUTE);
  await openedAgo(visitor, 31 * MINUTE);
  await sweep(visitor);
  await visitor.send("/submit");
  expect(await findSessions(visitor)).toHaveLength(1);
});
