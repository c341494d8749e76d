import { asc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { waitingList } from "~/domain/access/entry-tables.server";
import { beginSending, holdMail, markSent } from "~/domain/mail/mail-store.server";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { findReviewItem } from "~/domain/review/queue.server";
import { UNDO_SECONDS } from "~/domain/review/undo-time";
import { STATUS_MAIL_SECONDS } from "~/domain/submission/record/status-change";
import { reviewPost } from "~/features/staff/review/review-post.server";
import { claimJob, finishAttempt } from "~/jobs/job-claims.server";
import { jobs } from "~/jobs/job-tables.server";
import { addSeconds } from "~/platform/clock";
import { staffPrincipal } from "../../support/accounts";
import { openForFile } from "../../support/open-for-file";
import { createStatusFixture } from "../../support/status-paths";

/* Several changes of a status within ten minutes are one mail, about the last of them. */

const fixture = await openForFile(createStatusFixture);
const { db } = fixture;
let now = fixture.clock();
const portal: typeof fixture.portal = { ...fixture.portal, clock: () => now };
const later = (seconds: number) => {
  now = addSeconds(now, seconds);
};
beforeEach(async () => {
  await fixture.reset();
  now = fixture.clock();
});

/** Presses a button of an entry's page. */
async function press(id: string, fields: Record<string, string>) {
  const item = await findReviewItem(db, id);
  if (!item) throw new Error("It is not in the queue.");
  const revision = String(item.revision);
  const body = new URLSearchParams({ revision, decided: revision, ...fields });
  await reviewPost({ context: portal, by: staffPrincipal, item, fields: body });
  later(10);
}
const decide = (id: string, status: string, reason = "") =>
  press(id, { intent: "set", status, reason });

/** Does what the worker does with mails that are due. @returns the texts that have left. */
async function sendDue(): Promise<string[]> {
  const texts: string[] = [];
  for (const { id, subject: mailId } of await db
    .select()
    .from(jobs)
    .where(eq(jobs.type, "send-mail"))
    .orderBy(asc(jobs.id))) {
    const claim = await claimJob(db, id, "worker", now);
    if (!claim) continue;
    const [mail] = await db.select().from(mailOutbox).where(eq(mailOutbox.id, mailId));
    const isKept = await holdMail(db, mailId, 50, now);
    const message = { messageId: `<${mailId}>`, limit: 50 };
    if (mail && !isKept && (await beginSending(db, mailId, message, now))) {
      await markSent(db, mail, now);
      if (mail.kind === "status-change") texts.push(mail.textBody);
    }
    const finished = { id, token: "worker", submissionId: claim.job.submissionId };
    const attempt = { attempt: 1, outcome: "done", startedAt: now };
    await finishAttempt(db, finished, { state: "done" }, attempt, now);
  }
  return texts;
}
const afterTheWait = async () => {
  later(STATUS_MAIL_SECONDS);
  return sendDue();
};
const statesOf = async () =>
  (await db.select().from(mailOutbox).orderBy(asc(mailOutbox.id)))
    .filter(({ kind }) => kind === "status-change")
    .map(({ state }) => state);

test("in progress and approved within a minute are one mail, which says the yes of the first", async () => {
  const id = await fixture.submitted();
  await decide(id, "in progress");
  await decide(id, "approved");
  expect(await sendDue()).toEqual([]);
  const texts = await afterTheWait();
  expect(texts).toHaveLength(1);
  expect(texts[0]).toContain("YES, WE WANT TO RELEASE IT");
  expect(texts[0]).toContain("Your release is scheduled");
  expect(await statesOf()).toEqual(["dropped", "sent"]);
});

test("ten minutes count from each change, so that the last one alone is told", async () => {
  const id = await fixture.submitted();
  await decide(id, "in progress");
  later(STATUS_MAIL_SECONDS - 30);
  expect(await sendDue()).toEqual([]);
  await decide(id, "processing");
  later(STATUS_MAIL_SECONDS - 30);
  expect(await sendDue()).toEqual([]);
  await decide(id, "approved");
  expect(await afterTheWait()).toHaveLength(1);
  // Once it was told, the next change is a mail of its own.
  await decide(id, "processing");
  expect(await afterTheWait()).toEqual([expect.stringContaining("YOUR MUSIC IS BEING PROCESSED")]);
});

const otherPaths = [
  "the board's sweep",
  "an event of the board",
  "staff, several at once",
] as const;

/** Sets a status in another way than on the entry's page. */
async function sets(path: (typeof otherPaths)[number], id: string) {
  // The fixture has a clock of its own.
  while (fixture.clock() < now);
  await fixture.sets(path, id, "approved");
  now = fixture.clock();
}

test.each(otherPaths)(
  "%s, and a decision after it, are one mail, about the decision",
  async (path) => {
    const id = await fixture.submitted();
    await sets(path, id);
    await decide(id, "rejected", "Too loud");
    expect(await afterTheWait()).toEqual([expect.stringContaining("Too loud")]);
    expect(await statesOf()).toEqual(["dropped", "sent"]);
  },
);

test.each(otherPaths)(
  "a decision, and %s after it, are one mail, about the latter",
  async (path) => {
    const id = await fixture.submitted();
    await decide(id, "in progress");
    await sets(path, id);
    expect(await afterTheWait()).toEqual([expect.stringContaining("Your release is scheduled")]);
    expect(await statesOf()).toEqual(["dropped", "sent"]);
  },
);

test("a change back to what the artist was told last is no mail", async () => {
  const id = await fixture.submitted();
  // Nothing but that it was received.
  await decide(id, "in progress");
  await decide(id, "pending");
  expect(await afterTheWait()).toEqual([]);
  await decide(id, "approved");
  expect(await afterTheWait()).toHaveLength(1);
  await decide(id, "rejected", "Pressed by mistake");
  await decide(id, "approved");
  expect(await afterTheWait()).toEqual([]);
  expect(await statesOf()).toEqual(["dropped", "dropped", "sent", "dropped", "dropped"]);
  // A mail that may have arrived or not tells nothing for sure.
  await decide(id, "processing");
  later(STATUS_MAIL_SECONDS);
  await db.update(mailOutbox).set({ state: "unconfirmed" }).where(eq(mailOutbox.state, "waiting"));
  await decide(id, "approved");
  expect(await afterTheWait()).toHaveLength(1);
});

test("what staff write with the last status always goes: a reason again, and a request", async () => {
  const id = await fixture.submitted();
  await decide(id, "rejected", "Too loud");
  expect(await afterTheWait()).toHaveLength(1);
  await decide(id, "in progress");
  await decide(id, "rejected", "Still too loud");
  expect(await afterTheWait()).toEqual([expect.stringContaining("Still too loud")]);
  const asked = await fixture.submitted();
  await decide(asked, "in progress");
  await press(asked, { intent: "ask-changes", reason: "A longer intro, please" });
  const [request] = await afterTheWait();
  expect(request).toContain("A longer intro, please");
  expect(request).toContain("/fix/");
  // That it is pending again without a request is news.
  await decide(asked, "pending");
  expect(await afterTheWait()).toEqual([expect.stringContaining("BEING REVIEWED")]);
});

test("undone, a later decision leaves the mail of the earlier one, also where it was due meanwhile", async () => {
  const [early, late] = [await fixture.submitted(), await fixture.submitted()];
  await decide(early, "rejected", "Too loud");
  await decide(early, "approved");
  await press(early, { intent: "undo" });
  await decide(late, "rejected", "Too quiet");
  later(STATUS_MAIL_SECONDS - UNDO_SECONDS / 2);
  await decide(late, "approved");
  later(UNDO_SECONDS / 3);
  expect(await sendDue()).toEqual([expect.stringContaining("Too loud")]);
  expect(await statesOf()).toEqual(["sent", "dropped", "waiting"]);
  await press(late, { intent: "undo" });
  // The sweep sends it.
  expect(await statesOf()).toEqual(["sent", "waiting"]);
  await db.update(jobs).set({ state: "waiting" }).where(eq(jobs.state, "done"));
  expect(await sendDue()).toEqual([expect.stringContaining("Too quiet")]);
});

test("an entry of the waiting list is told of its last status, too", async () => {
  const timestamp = now.toISOString();
  await db.insert(waitingList).values({
    ...{ id: "W1", reference: "W-1", artistName: "Ada", email: "ada@example.com" },
    listenLink: "https://example.com/ada",
    ...{ artistData: "{}", replyDueAt: timestamp, createdAt: timestamp, updatedAt: timestamp },
    statusHistory: JSON.stringify([{ status: "pending", at: timestamp }]),
  });
  await decide("W1", "rejected", "Not now");
  await decide("W1", "pending");
  expect(await afterTheWait()).toEqual([]);
  await decide("W1", "rejected", "Not now");
  await decide("W1", "approved");
  expect(await afterTheWait()).toEqual([expect.stringContaining("WE'D LIKE TO HEAR MORE")]);
});
