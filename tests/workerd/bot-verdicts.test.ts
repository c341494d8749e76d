import { afterAll, beforeAll, expect, test } from "vitest";
import { BOT_CHECK_TEXT } from "~/bot/score";
import { START_FIELD } from "~/bot/session";
import { draftAt } from "../support/draft-at";
import { eventually, type Inside, openInside } from "../support/inside";
import { logged } from "../support/logged";
import { pageText, shownValue } from "../support/page-text";
import { draftOf } from "../support/stored";
import type { Visitor } from "../support/visitor";

const MINUTE = 60_000;
let inside: Inside;
beforeAll(async () => {
  inside = await openInside();
});
afterAll(() => inside.close());

const idOf = async (visitor: Visitor) => (await draftOf(inside, visitor)).id;

async function sessionsOf(visitor: Visitor): Promise<string[]> {
  const sql = "SELECT started_at FROM form_sessions WHERE draft_id = ?";
  return (await inside.rows(sql, await idOf(visitor))).map((row) => String(row.started_at));
}

/** Makes the form of a draft one that was opened so long ago. */
async function openedAgo(visitor: Visitor, ms: number): Promise<void> {
  const at = new Date(Date.now() - ms).toISOString();
  const sql = "UPDATE form_sessions SET started_at = ? WHERE draft_id = ?";
  await inside.rows(sql, at, await idOf(visitor));
}

/** The signed start that the Review form of a draft carries. */
async function startShown(visitor: Visitor): Promise<string> {
  const html = await (await visitor.send("/submit/review")).text();
  return shownValue(html, START_FIELD) ?? "";
}

const submit = (visitor: Visitor, fields: Record<string, string>) =>
  visitor.post("/submit/review", { intent: "submit", ...fields });

/** The verdicts on a draft as they were logged. */
async function verdicts(visitor: Visitor) {
  const draftId = await idOf(visitor);
  const lines = await eventually(async () => {
    const found = logged({ event: "bot.judged", draftId });
    return found.length > 0 ? found : undefined;
  });
  return lines.map(({ level, score, reasons }) => ({ level, score, reasons }));
}

async function sweep(visitor: Visitor): Promise<void> {
  expect((await visitor.json("/sandbox/sweep", {})).status).toBe(200);
}

test("a form that a person filled in passes, whatever its files took", async () => {
  const visitor = await draftAt("review");
  await openedAgo(visitor, 5 * MINUTE);
  const reply = await submit(visitor, { [START_FIELD]: await startShown(visitor) });
  expect(reply.headers.get("Location")).toBe("/submit/success");
  expect(await verdicts(visitor)).toEqual([{ level: "info", score: 100, reasons: [] }]);
});

test("a filled hidden field is refused with 403, the specified text and a way on", async () => {
  const visitor = await draftAt("review");
  await openedAgo(visitor, 5 * MINUTE);
  const start = await startShown(visitor);
  const trapped = { [START_FIELD]: start, homepage: "https://spam.example" };
  const reply = await submit(visitor, trapped);
  expect(reply.status).toBe(403);
  const page = pageText(await reply.text());
  expect(page).toContain(BOT_CHECK_TEXT);
  expect(page).toContain("I am a person, submit my music");
  expect(page).not.toMatch(/honeypot|likely bot/i);
  // 60, less 60, and all that the content gives.
  const reasons = ["Honeypot field filled (likely bot)"];
  expect(await verdicts(visitor)).toEqual([{ level: "warn", score: 75, reasons }]);
  const confirmed = await submit(visitor, { ...trapped, intent: "confirm" });
  expect(confirmed.headers.get("Location")).toBe("/submit/success");
});

test.each([
  ["in no time", 0, "Form completed too quickly (likely bot)"],
  ["in more than half an hour", 31 * MINUTE, "Form took too long (session expired)"],
])("a form filled in %s is noted, but a whole release passes all the same", async (_, ago, why) => {
  const visitor = await draftAt("review");
  await openedAgo(visitor, ago);
  const reply = await submit(visitor, { [START_FIELD]: await startShown(visitor) });
  expect(reply.headers.get("Location")).toBe("/submit/success");
  expect(await verdicts(visitor)).toEqual([{ level: "info", score: 100, reasons: [why] }]);
});

test("half an hour is not too long when a file was on its way for most of it", async () => {
  const visitor = await draftAt("review");
  await openedAgo(visitor, 40 * MINUTE);
  const begun = new Date(Date.now() - 39 * MINUTE).toISOString();
  const sql = "UPDATE uploads SET created_at = ? WHERE draft_id = ?";
  await inside.rows(sql, begun, await idOf(visitor));
  await submit(visitor, { [START_FIELD]: await startShown(visitor) });
  expect(await verdicts(visitor)).toEqual([{ level: "info", score: 100, reasons: [] }]);
});

test("once its session has been cleaned up, a form counts as one of unknown start", async () => {
  const visitor = await draftAt("review");
  await openedAgo(visitor, 31 * MINUTE);
  const start = await startShown(visitor);
  await sweep(visitor);
  expect(await sessionsOf(visitor)).toEqual([]);
  expect(await startShown(visitor)).toBe("");
  const reply = await submit(visitor, { [START_FIELD]: start });
  expect(reply.headers.get("Location")).toBe("/submit/success");
  expect(await verdicts(visitor)).toEqual([{ level: "info", score: 50, reasons: [] }]);
});

test("a start signed for another draft, or for none, is not believed", async () => {
  const [other, visitor] = [await draftAt("review"), await draftAt("review")];
  const borrowed = await startShown(other);
  for (const start of [borrowed, "1", borrowed.replace(/\d{13}/, "1700000000000")])
    await submit(visitor, { [START_FIELD]: start, website: "spam" });
  const scores = (await verdicts(visitor)).map(({ score }) => score);
  expect(scores).toEqual([50, 50, 50]);
});

test("the sweep forgets old sessions only", async () => {
  const [old, young] = [await draftAt("artist"), await draftAt("artist")];
  await openedAgo(old, 31 * MINUTE);
  await openedAgo(young, 29 * MINUTE);
  await sweep(old);
  expect(await sessionsOf(old)).toEqual([]);
  expect(await sessionsOf(young)).toHaveLength(1);
});

test("coming back goes on with a session that lives, and starts a new one after it", async () => {
  const visitor = await draftAt("artist");
  await openedAgo(visitor, 10 * MINUTE);
  const before = await sessionsOf(visitor);
  await visitor.send("/submit");
  expect(await sessionsOf(visitor)).toEqual(before);
  await openedAgo(visitor, 31 * MINUTE);
  await visitor.send("/submit");
  const [again] = await sessionsOf(visitor);
  expect(Date.now() - Date.parse(again ?? "")).toBeLessThan(MINUTE);
  await openedAgo(visitor, 31 * MINUTE);
  await sweep(visitor);
  await visitor.send("/submit");
  expect(await sessionsOf(visitor)).toHaveLength(1);
});
