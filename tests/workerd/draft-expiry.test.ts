import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { saveStep } from "~/domain/submission/draft/draft-store.server";
import { openDraft } from "~/domain/submission/draft/open-draft.server";
import { drafts } from "~/domain/submission/submission-tables.server";
import { sweep } from "../../workers/jobs/sweep";
import { openAppStores, pollUntil } from "../support/app-stores";
import { ANONYMOUS_SAVE, DRAFT_LIMITS, storedArtist } from "../support/complete-draft";
import { createDraftAt, draftFiles, findDraftRow } from "../support/drafts";
import { createJobsFixture, noopSweepActions } from "../support/jobs-fixture";
import { findLogLines } from "../support/log-lines";
import { openForFile } from "../support/open-for-file";
import { pageText } from "../support/page-parts";
import type { Visitor } from "../support/visitor";

const DAY = 86_400;
const EXPIRED = "This draft expired, because nothing changed in it for 14 days.";
const fixture = await openForFile(createJobsFixture);
const inside = await openForFile(openAppStores);
beforeEach(() => fixture.reset());

async function draft(id: string, email = storedArtist.email): Promise<void> {
  await openDraft(fixture.db, { id, key: `key of ${id}`, now: fixture.now() }, DRAFT_LIMITS);
  await save(id, email);
}
const save = (id: string, email: string) =>
  saveStep(fixture.db, id, {
    ...ANONYMOUS_SAVE,
    step: "artist",
    answers: { ...storedArtist, email },
    completed: true,
    now: fixture.now(),
  });
const row = async (id: string) =>
  (await fixture.db.select().from(drafts).where(eq(drafts.id, id)))[0];

async function sendWarnings(): Promise<[string, string][]> {
  const warnings: [string, string][] = [];
  const warn = async ({ id, email }: { id: string; email: string }) =>
    void warnings.push([id, email]);
  await sweep({ ...fixture, calls: { ...noopSweepActions, warn } }, 60, ["warnings"]);
  return warnings;
}

test("two days before the end the artist is warned once, and again after a change", async () => {
  await draft("D");
  fixture.later(11.9 * DAY);
  expect(await sendWarnings()).toEqual([]);
  fixture.later(0.2 * DAY);
  expect(await sendWarnings()).toEqual([["D", "ada@example.com"]]);
  expect(await sendWarnings()).toEqual([]);
  await save("D", "lovelace@example.com");
  fixture.later(13 * DAY);
  expect(await sendWarnings()).toEqual([["D", "lovelace@example.com"]]);
});

test("no warning is sent without an address, after the submission, or after the end", async () => {
  await draft("N", "");
  await draft("S");
  await draft("E");
  await fixture.db.update(drafts).set({ submittedAt: "x" }).where(eq(drafts.id, "S"));
  const past = { expiresAt: fixture.now().toISOString() };
  await fixture.db.update(drafts).set(past).where(eq(drafts.id, "E"));
  fixture.later(13 * DAY);
  expect(await sendWarnings()).toEqual([]);
});

test("a warning that cannot be saved is tried again, and does not stop others", async () => {
  await draft("A");
  await draft("B");
  fixture.later(13 * DAY);
  const warn = async ({ id }: { id: string }) => {
    if (id === "A") throw new Error("D1 is away");
  };
  await sweep({ ...fixture, calls: { ...noopSweepActions, warn } }, 60, ["warnings"]);
  expect(await sendWarnings()).toEqual([["A", "ada@example.com"]]);
});

test("an expired draft loses its answers after a grace period, and its row after 90 more days", async () => {
  await draft("D");
  await draft("S");
  await fixture.db.update(drafts).set({ submittedAt: "x" }).where(eq(drafts.id, "S"));
  await fixture.addJob("01J0B000000000000000000077", "sync-board", "T");
  await draft("draft-T");
  const expire = () => sweep(fixture, 60, ["drafts"]);
  fixture.later(14 * DAY + 60);
  await expire();
  expect((await row("D"))?.expiredAt).toBeNull();
  fixture.later(3_600);
  await expire();
  expect(await row("D")).toMatchObject({ answers: "{}", completedSteps: "[]" });
  expect(await save("D", "late@example.com")).toMatchObject({ ok: false });
  for (const draftId of ["S", "draft-T"])
    expect((await row(draftId))?.answers).toContain("ada@example.com");
  fixture.later(91 * DAY);
  await expire();
  expect([await row("D"), (await row("S"))?.id]).toEqual([undefined, "S"]);
});

/** Sets a draft's end to two hours ago. */
async function age(visitor: Visitor): Promise<string> {
  const { id } = await findDraftRow(inside, visitor);
  const endedAt = new Date(Date.now() - 2 * 3_600_000).toISOString();
  await inside.rows("UPDATE drafts SET expires_at = ? WHERE id = ?", endedAt, id);
  return id;
}
const sweepDrafts = async (visitor: Visitor) =>
  expect((await visitor.json("/sandbox/sweep", { only: ["drafts"] })).status).toBe(200);

test("in the running app its files are deleted, and its pages still say that it has expired", async () => {
  const visitor = await createDraftAt("review");
  const files = await draftFiles(inside, visitor);
  const keys = await inside.rows("SELECT key FROM uploads WHERE id = ?", files[0]?.id);
  const key = String(keys[0]?.key);
  expect(await inside.object(key)).toBeDefined();
  const id = await age(visitor);
  await sweepDrafts(visitor);
  await pollUntil(async () => findLogLines({ event: "draft.expired", draftId: id })[0]);
  expect(await inside.object(key)).toBeUndefined();
  expect(await inside.rows("SELECT id FROM uploads WHERE draft_id = ?", id)).toEqual([]);
  const page = await visitor.send("/submit/music");
  expect([page.status, pageText(await page.text()).includes(EXPIRED)]).toEqual([410, true]);
  const post = await visitor.post("/submit/review", { intent: "submit" });
  expect([post.status, pageText(await post.text()).includes(EXPIRED)]).toEqual([410, true]);
});
