import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { linkMailings } from "~/domain/access/entry-tables.server";
import {
  MAILING_BATCH_SIZE,
  mailingId,
  mailingsSince,
  openMailing,
  purgeMailings,
} from "~/domain/access/link-mailings.server";
import { deactivateLinkStatement, insertReturningLinks } from "~/domain/access/make-links.server";
import { returningLinkMail } from "~/domain/mail/artist-links";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { jobs } from "~/jobs/job-tables.server";
import { addDays } from "~/platform/clock";
import { randomIds } from "~/platform/ids";
import { unsealText } from "~/platform/sealed-text";
import { mailLinks } from "../../../workers/jobs/mail-links";
import { staffPrincipal } from "../../support/accounts";
import { deepRuns } from "../../support/deep-runs";
import { sha256 } from "../../support/drafts";
import { interleave, type ScheduleOperation, seededRandom } from "../../support/interleaving";
import { permissiveMailRules, putMail } from "../../support/mail-fixture";
import { openForFile } from "../../support/open-for-file";
import { createRaceFixture } from "../../support/race-fixture";

/* A list of links is mailed with one press, while several failures happen at once. */

const now = new Date("2026-11-23T12:00:00Z");
const brand = { name: "Mahogany", supportEmail: "help@label.example", deliveryWeeks: 4 };
const SITE = "https://submit.example.com";
const LINKS = MAILING_BATCH_SIZE * 2 + 7;

const fixture = await openForFile(createRaceFixture);

const hashToken = (token: string) => sha256(Buffer.from(token));

/** Links that staff have just created. */
async function madeLinks(count: number) {
  const links = Array.from({ length: count }, () => {
    const token = randomIds.secret();
    const id = randomIds.next(now);
    const email = `${id.toLowerCase()}@example.com`;
    return { id, token, tokenHash: hashToken(token), artistName: `Artist ${id}`, email };
  });
  const expiresAt = addDays(now, 365).toISOString();
  const rows = links.map(({ token: _, ...row }) => row);
  await insertReturningLinks(fixture.deps.db, rows, {
    createdAt: now.toISOString(),
    staff: staffPrincipal,
    expiresAt,
  });
  return links;
}

/** Presses the button that mails a list. @returns its id, and whether this press asked for it. */
async function press(
  tokens: readonly string[],
  schedule: ScheduleOperation = (operation) => operation(),
) {
  const db = fixture.databaseFor(schedule);
  const id = await mailingId(tokens);
  const mailing = { id, jobId: randomIds.next(now), tokens, createdAt: now, staff: staffPrincipal };
  const { statements } = await openMailing(db, {
    requestId: "r1",
    ...mailing,
    secret: permissiveMailRules.secret,
  });
  const [mailingRows] = await db.batch([...statements]);
  return { id, isNew: mailingRows.length > 0 };
}

/** Runs the job of a list until it has nothing left to do. @returns how many rounds that took. */
async function runJob(id: string, schedule: ScheduleOperation = (operation) => operation()) {
  const sentIds: string[] = [];
  const sendJobs = async (jobIds: string[]) => void sentIds.push(...jobIds);
  const db = fixture.databaseFor(schedule);
  const deps = {
    db,
    ids: randomIds,
    brand,
    rules: permissiveMailRules,
    site: SITE,
    sendJobs,
    now: () => now,
    log: () => {},
  };
  const topic = { subject: id, submissionId: null, jobId: "J", renew: async () => {} };
  for (let rounds = 1; ; rounds++) {
    const result = await mailLinks(deps).run(topic);
    if (result.kind === "done") return { rounds, sent: sentIds };
    expect(result.kind).toBe("again");
  }
}

const mailTo = async (email: string) =>
  fixture.deps.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, email));
const findMailing = async (id: string) =>
  (await mailingsSince(fixture.deps.db, addDays(now, -1), 100)).find(
    (mailing) => mailing.id === id,
  );

test("each artist of a list gets the mail with their own link, some at a time, and its tokens are gone", async () => {
  const links = await madeLinks(LINKS);
  const { id } = await press(links.map(({ token }) => token));
  const { rounds, sent } = await runJob(id);
  expect(rounds).toBe(3);
  expect(new Set(sent).size).toBe(LINKS);
  for (const { token, email } of links) {
    const [mail, ...rest] = await mailTo(email);
    expect([mail?.kind, rest]).toEqual(["returning-link", []]);
    for (const body of [mail?.textBody, mail?.htmlBody])
      expect(body).toContain(`${SITE}/r/${token}`);
  }
  expect(await findMailing(id)).toMatchObject({
    total: LINKS,
    done: LINKS,
    written: LINKS,
    isOpen: false,
  });
  const [row] = await fixture.deps.db.select().from(linkMailings).where(eq(linkMailings.id, id));
  expect(row?.tokens).toBe("");
});

test("pressed twice, run by two workers, and deactivated or mailed meanwhile: nobody has two mails, and the counts are right", async () => {
  const { db } = fixture.deps;
  for (let seed = 1; seed <= deepRuns(3, 12); seed++) {
    const links = await madeLinks(MAILING_BATCH_SIZE + 5);
    const tokens = links.map(({ token }) => token);
    // Part of the same links once more, in a list of its own.
    const firstTokens = tokens.slice(0, 10);
    const [stoppedLink, single] = [links.at(-1), links[20]];
    if (!stoppedLink || !single) throw new Error("Too few links");
    const presses: boolean[] = [];
    const ids = new Set<string>();
    const startMailing = (list: string[]) => async (schedule: ScheduleOperation) => {
      const { id, isNew } = await press(list, schedule);
      presses.push(isNew);
      ids.add(id);
      await runJob(id, schedule);
    };
    await interleave<unknown>(seededRandom(seed), [
      startMailing(tokens),
      startMailing(tokens.toReversed()),
      startMailing(firstTokens),
      (schedule) => {
        const taskDatabase = fixture.databaseFor(schedule);
        return deactivateLinkStatement(
          taskDatabase,
          "returning",
          stoppedLink.id,
          now.toISOString(),
        ).then((rows) => rows);
      },
      (schedule) => {
        const { email: recipient, token, ...link } = single;
        const about = { ...link, recipient, url: `${SITE}/r/${token}`, until: "2027" };
        // 'Send by mail' for one of them; it may come second.
        const mail = returningLinkMail(about, brand);
        return putMail(fixture.databaseFor(schedule), mail, now).catch(() => undefined);
      },
    ]);
    expect(presses.filter(Boolean)).toHaveLength(2);
    let mails = 0;
    for (const { email, id } of links) {
      const ownMails = await mailTo(email);
      const isStopped = id === stoppedLink.id;
      expect(ownMails.length === 1 || (isStopped && ownMails.length === 0)).toBe(true);
      mails += ownMails.length;
    }
    const mailings = await Promise.all([...ids].map((id) => findMailing(id)));
    for (const state of mailings)
      expect(state).toMatchObject({ done: state?.total, isOpen: false });
    const writtenCount = mailings.reduce((sum, state) => sum + (state?.written ?? 0), 0);
    // The one that was sent by itself may have been written by that press.
    expect([mails, mails - 1]).toContain(writtenCount);
    const sendJobs = await db.$count(jobs, eq(jobs.type, "send-mail"));
    expect(sendJobs).toBe(await db.$count(mailOutbox));
  }
});

test("a list that is unfinished after two days loses its tokens, and is deleted after 90 days", async () => {
  const { db } = fixture.deps;
  const links = await madeLinks(3);
  const { id } = await press(links.map(({ token }) => token));
  const tokens = async () =>
    (await db.select().from(linkMailings).where(eq(linkMailings.id, id))).map((row) => row.tokens);
  await purgeMailings(db, addDays(now, 1.9));
  // Until then the tokens are stored encrypted, so the database alone does not reveal them.
  const [sealedTokens = ""] = await tokens();
  expect(sealedTokens).not.toContain(links[0]?.token);
  expect(await unsealText(permissiveMailRules.secret, sealedTokens)).toContain(links[0]?.token);
  await purgeMailings(db, addDays(now, 2.1));
  expect(await tokens()).toEqual([""]);
  expect(await runJob(id)).toEqual({ rounds: 1, sent: [] });
  await purgeMailings(db, addDays(now, 91));
  expect(await tokens()).toEqual([]);
});
