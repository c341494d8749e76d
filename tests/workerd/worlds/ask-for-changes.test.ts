import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { markSent } from "~/domain/mail/mail-store.server";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { type DecideDeps, decide } from "~/domain/review/decide.server";
import { changesDecision, type Decision } from "~/domain/review/decision";
import { findReviewItem } from "~/domain/review/queue.server";
import { isOverdue } from "~/domain/review/review-item";
import { loadStatusHistory } from "~/domain/review/status-history.server";
import { isKeyOfDraft } from "~/domain/submission/draft/resume-keys.server";
import { findFixLink, purgeFixLinks } from "~/domain/submission/record/fix-links.server";
import { isToFix } from "~/domain/submission/record/fixable.server";
import { openResendDraft } from "~/domain/submission/record/resend-draft.server";
import { overdueSubmissions } from "~/domain/submission/record/submission-status.server";
import { findSubmission } from "~/domain/submission/record/submission-store.server";
import {
  draftKeys,
  drafts,
  fixLinks,
  submissions,
} from "~/domain/submission/submission-tables.server";
import { shareFilesStatements } from "~/domain/uploads/receiving/shared-files.server";
import { addDays } from "~/platform/clock";
import { sha256Hex } from "~/platform/hash";
import { randomIds } from "~/platform/ids";
import { staffPrincipal } from "../../support/accounts";
import { createJobsFixture } from "../../support/jobs-fixture";
import { openForFile } from "../../support/open-for-file";

/* Staff ask for changes; the mail's link opens the release again, once and for its reader alone. */

const fixture = await openForFile(createJobsFixture);
const { db } = fixture;

const start = new Date("2026-11-23T12:00:00Z");
let time = start;
const clock = () => {
  time = new Date(time.getTime() + 1_000);
  return time;
};
const rules = { site: "https://submit.example.com", secret: "s".repeat(32), dailyLimit: 50 };
const deps: DecideDeps = {
  db,
  clock,
  ids: randomIds,
  brand: { name: "Mahogany", supportEmail: "help@label.example", deliveryWeeks: 4 },
  site: rules.site,
  hasBoard: false,
  mailRules: rules,
  accountPart: async () => ({ jobIds: [], statements: [] }),
};

beforeEach(async () => {
  time = start;
  await fixture.reset();
  for (const table of [fixLinks, draftKeys, mailOutbox]) await db.delete(table);
  await fixture.addJob("01J0B000000000000000000001");
  await db.update(submissions).set({
    ...{ draftId: "D", formData: '{"tracks":[]}' },
    statusHistory: '[{"status":"pending","at":"2026-11-21T12:00:00.000Z"}]',
    replyDueAt: "2026-11-22T12:00:00.000Z",
  });
  const timestamp = start.toISOString();
  await db.insert(drafts).values({
    ...{ id: "D", keyHash: "k", answers: '{"about":{"bio":"Songs."}}', submittedAt: timestamp },
    ...{ completedSteps: "[]", expiresAt: timestamp, createdAt: timestamp, updatedAt: timestamp },
  });
});

async function reviewItem() {
  const item = await findReviewItem(db, "S");
  if (!item) throw new Error("It is not in the queue.");
  return item;
}

/** A decision on the state that a person has seen. */
async function decideOn(decision: Decision) {
  const seen = await reviewItem();
  return () => decide(deps, seen, { decision, seen }, { by: staffPrincipal, requestId: "R" });
}

const set = async (status: Decision["status"], reason = "") =>
  (await decideOn({ status, reason }))();

/** Asks for changes. @returns the token in the mail. */
async function ask(reason = "Please mix the vocals louder.") {
  const result = await (await decideOn(changesDecision(reason)))();
  expect(result.kind).toBe("decided");
  return lastToken();
}

async function lastToken() {
  const mails = await db.select().from(mailOutbox).orderBy(mailOutbox.id);
  const [, token = ""] = /\/fix\/([\w-]{43})/.exec(mails.at(-1)?.textBody ?? "") ?? [];
  return token;
}

async function open(token: string, now = clock()) {
  const submission = await findSubmission(db, "S");
  if (!submission) throw new Error("There is no submission.");
  const result = await openResendDraft(
    db,
    randomIds,
    { submission, access: { tokenHash: await sha256Hex(token) }, place: undefined, now },
    {
      maxOpen: 10,
      shareFiles: (files, id, condition) =>
        shareFilesStatements(db, files, id, { at: now, condition }),
    },
  );
  return typeof result === "string" ? result : result.draft.id;
}

const stateOf = async (token: string, now = clock()) => (await findFixLink(db, token, now))?.state;

/** The artist has sent the new version. */
async function sendNewVersion(draftId: string) {
  const [row] = await db.select().from(submissions).where(eq(submissions.id, "S"));
  if (!row) throw new Error("There is no submission.");
  const newer = { id: "S2", draftId, reference: "NEW-2", boardItemId: null, resendOf: "S" };
  await db
    .insert(submissions)
    .values({ ...row, ...newer, status: "pending", changesAskedAt: null });
  await db.update(drafts).set({ submittedAt: "x" }).where(eq(drafts.id, draftId));
}

test("a request for changes shows as pending, is in the history, and waits for the artist", async () => {
  expect(isOverdue(await reviewItem(), clock())).toBe(true);
  await ask();
  const item = await reviewItem();
  expect(item).toMatchObject({ status: "pending", revision: 2 });
  expect(item.changesAskedAt).not.toBeNull();
  expect(item.orderKey.startsWith("1")).toBe(true);
  expect(isOverdue(item, clock())).toBe(false);
  expect(await overdueSubmissions(db, clock(), 10)).toEqual([]);
  expect((await loadStatusHistory(db, item)).at(-1)).toMatchObject({
    ...{ status: "pending", changes: true, by: "Ada Berg" },
    reason: "Please mix the vocals louder.",
  });
  const [mail] = await db.select().from(mailOutbox);
  expect(mail?.textBody).toContain("Please mix the vocals louder.");
  expect(mail?.textBody).toContain("/status/S?expires=");
});

test("asking again replaces the text and ends the earlier link, and pending takes it back", async () => {
  const first = await ask("Louder.");
  const second = await ask("Louder, and shorter.");
  expect([await stateOf(first), await stateOf(second)]).toEqual(["decided", "live"]);
  expect((await findFixLink(db, second, clock()))?.reason).toBe("Louder, and shorter.");
  expect((await set("pending")).kind).toBe("decided");
  const item = await reviewItem();
  expect([item.changesAskedAt, item.orderKey.charAt(0)]).toEqual([null, "0"]);
  expect(await stateOf(second)).toBe("decided");
  expect(await open(second)).toBe("gone");
});

test("changes are asked for while it is pending or in progress, and not of what was sent anew", async () => {
  await set("in progress");
  await ask();
  for (const status of ["approved", "rejected"] as const) {
    await set(status, "No");
    expect(await (await decideOn(changesDecision("x")))()).toEqual({ kind: "closed" });
  }
  await set("pending");
  const draftId = await open(await ask());
  const decideAnew = await decideOn(changesDecision("x"));
  await sendNewVersion(draftId);
  expect(await decideAnew()).toEqual({ kind: "closed" });
  expect((await reviewItem()).orderKey.startsWith("1")).toBe(true);
});

test("of two simultaneous decisions one counts, a request for changes as any other", async () => {
  const both = [
    await decideOn(changesDecision("x")),
    await decideOn({ status: "approved", reason: "" }),
  ];
  const results = await Promise.all(both.map((run) => run()));
  expect(results.map(({ kind }) => kind).sort()).toEqual(["changed", "decided"]);
  const isAsked = results[0]?.kind === "decided";
  expect((await reviewItem()).status).toBe(isAsked ? "pending" : "approved");
  expect(await db.$count(fixLinks)).toBe(isAsked ? 1 : 0);
});

test("clicks on two devices open one draft with the answers, and the link leads back to it", async () => {
  const token = await ask();
  const draftIds = await Promise.all([1, 2, 3].map(() => open(token)));
  expect(new Set(draftIds).size).toBe(1);
  const [draftId = ""] = draftIds;
  expect(await isKeyOfDraft(db, token, draftId)).toBe(true);
  const [draft] = await db.select().from(drafts).where(eq(drafts.id, draftId));
  expect(draft?.answers).toContain("Songs.");
  expect(await open(token)).toBe(draftId);
  expect(await findFixLink(db, token, clock())).toMatchObject({ state: "live", isUsed: true });
  expect(await db.$count(drafts)).toBe(2);
});

test("a link whose draft was locked stays locked, and one whose draft expired opens another", async () => {
  const token = await ask();
  const first = await open(token);
  await db.delete(draftKeys);
  expect(await open(token)).toBe(first);
  expect(await isKeyOfDraft(db, token, first)).toBe(false);
  await db.update(drafts).set({ expiredAt: "x", answers: "{}" }).where(eq(drafts.id, first));
  const second = await open(token);
  expect(second).not.toBe(first);
  expect(await isKeyOfDraft(db, token, second)).toBe(true);
});

test("a link opens nothing after 30 days, after another decision, and once the new version was sent", async () => {
  const token = await ask();
  const late = addDays(clock(), 30);
  expect([await stateOf(token, late), await open(token, late)]).toEqual(["expired", "gone"]);
  const draftId = await open(token);
  await sendNewVersion(draftId);
  expect(await findFixLink(db, token, clock())).toMatchObject({
    ...{ state: "sent", replacement: { id: "S2", reference: "NEW-2" } },
  });
  await db.delete(submissions).where(eq(submissions.id, "S2"));
  await set("approved");
  expect([await stateOf(token), await open(token)]).toEqual(["decided", "gone"]);
  await purgeFixLinks(db, addDays(clock(), 119));
  expect(await db.$count(fixLinks)).toBe(1);
  await purgeFixLinks(db, addDays(clock(), 121));
  expect(await db.$count(fixLinks)).toBe(0);
});

test("a rejection carries a link as well, and a guessed token opens nothing", async () => {
  await set("rejected", "Too quiet.");
  const token = await lastToken();
  expect(await findFixLink(db, token, clock())).toMatchObject({ kind: "rejected", state: "live" });
  expect(await open("x".repeat(43))).toBe("gone");
  expect(await open(token)).not.toBe("gone");
  await db.delete(submissions);
  expect(await stateOf(token)).toBeUndefined();
  expect(await db.$count(fixLinks)).toBe(0);
});

/** A rejection by one of the reasons that a label begins with. */
async function rejectFor(reasonId: string) {
  const seen = await reviewItem();
  const decision = { status: "rejected", reason: "No." } as const;
  const made = { decision, seen, reasonIds: [reasonId] };
  return decide(deps, seen, made, { by: staffPrincipal, requestId: "R" });
}

test("a final no has no link in its mail, ends the earlier ones, and opens nothing", async () => {
  const earlier = await ask();
  const draftId = await open(earlier);
  expect((await rejectFor("reason-sound")).kind).toBe("decided");
  expect(await lastToken()).toBe("");
  expect((await findSubmission(db, "S"))?.answer).toBe("final");
  expect([await stateOf(earlier), await open(earlier)]).toEqual(["final", "gone"]);
  expect(await isToFix(db, "S")).toBe(false);
  // What was begun before stays a draft, but is not taken.
  expect(await db.$count(drafts, eq(drafts.id, draftId))).toBe(1);
  await set("pending");
  await ask();
  expect(await isToFix(db, "S")).toBe(true);
});

test("'not yet' and 'fix this' have the way back, and so has a reason that nobody saved", async () => {
  for (const [reasonId, answer] of [
    ["reason-room", "later"],
    ["reason-mix", "fix"],
    ["gone", undefined],
  ] as const) {
    await set("pending");
    expect((await rejectFor(reasonId)).kind).toBe("decided");
    expect((await findSubmission(db, "S"))?.answer).toBe(answer);
    expect(await stateOf(await lastToken())).toBe("live");
  }
});

test("the token is stored nowhere in clear once the mail is sent", async () => {
  const token = await ask();
  const [mail] = await db.select().from(mailOutbox);
  if (!mail) throw new Error("There is no mail.");
  await db.update(mailOutbox).set({ state: "sending" });
  await markSent(db, mail, clock());
  const rows = await db.all(sql`SELECT text_body, html_body FROM mail_outbox`);
  const isIn = (value: unknown, text: string) => JSON.stringify(value).includes(text);
  expect(isIn(rows, token)).toBe(false);
  expect(isIn(rows, "Please mix the vocals louder.")).toBe(true);
  expect(isIn(await db.select().from(fixLinks), token)).toBe(false);
});
