import { and, asc, eq, getTableColumns, ne, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { audit } from "~/domain/access/staff/staff-tables.server";
import type { Mail } from "~/domain/mail/mail";
import {
  type MailKind,
  mailKinds,
  mailTraits,
  SECRET_KINDS,
  SHARED_KINDS,
  STRANGER_KINDS,
  type StopScope,
  stoppedKinds,
  TEAM_KINDS,
} from "~/domain/mail/mail-kinds";
import {
  ACCOUNT_MAILS_PER_DAY,
  allowMails,
  canSendNow,
  stopMails,
  verifyAddress,
} from "~/domain/mail/mail-limit.server";
import { beginSending, holdMail } from "~/domain/mail/mail-store.server";
import { mailAddresses, mailOutbox } from "~/domain/mail/mail-tables.server";
import { queueMail } from "~/domain/mail/outbox.server";
import { unsentMailsOf } from "~/domain/mail/read-outbox.server";
import { runJobAgain } from "~/features/staff/activity/run-job-again.server";
import { jobs } from "~/jobs/job-tables.server";
import { randomIds } from "~/platform/ids";
import { sendWaitingMails } from "../../../workers/jobs/sweep/sweep-mails";
import { staffPrincipal } from "../../support/accounts";
import { createJobsFixture, type JobsFixture } from "../../support/jobs-fixture";
import { waitForOutput } from "../../support/log-lines";
import {
  createMail,
  createMailFixture,
  permissiveMailRules,
  putMail,
} from "../../support/mail-fixture";
import { type SmtpServer, startSmtpServer } from "../../support/smtp-server";

const DAY = 86_400;
const rules = { ...permissiveMailRules, dailyLimit: 3 };
let fixture: JobsFixture;
let office: SmtpServer;
beforeAll(async () => {
  fixture = await createJobsFixture();
  office = await startSmtpServer("implicit");
});
afterAll(async () => {
  await office.close();
  await fixture.close();
});
beforeEach(async () => {
  await fixture.reset();
  await fixture.db.delete(mailOutbox);
  await fixture.db.delete(mailAddresses);
});

const write = (kind: MailKind, recipient = "ada@example.com", fields: Partial<Mail> = {}) =>
  queueMail(
    fixture.db,
    createMail({ kind, recipient, ...fields }),
    rules,
    fixture.now(),
    randomIds,
  );
const findState = (result: Awaited<ReturnType<typeof write>>) =>
  "state" in result ? result.state : result.kind;
const states = async () =>
  (await fixture.db.select().from(mailOutbox).orderBy(asc(mailOutbox.createdAt))).map(
    ({ state }) => state,
  );

/** Runs the sweep's mail part with a mail server; every mail that it releases counts as sent. */
async function wakeAndSend(): Promise<number> {
  const brand = { name: "Mahogany", supportEmail: "support@mahogany.example", deliveryWeeks: 4 };
  const { db, log, now } = fixture;
  const sendJobs = async (ids: string[]) => {
    for (const id of ids) {
      await db.update(jobs).set({ state: "done" }).where(eq(jobs.id, id));
      const [job] = await db.select().from(jobs).where(eq(jobs.id, id));
      await db
        .update(mailOutbox)
        .set({ state: "sent", sendingSince: now().toISOString() })
        .where(eq(mailOutbox.id, job?.subject ?? ""));
    }
  };
  return sendWaitingMails({
    db,
    ids: randomIds,
    brand,
    rules,
    staff: "team@x.example",
    sendJobs,
    log,
    now,
  });
}
/** As if the queue had run every job once and found nothing to do. */
const jobsRest = () => fixture.db.update(jobs).set({ state: "done" });

test("119 simultaneous link requests send one address three mails, however it is spelt", async () => {
  const spellings = [
    "ada@example.com",
    "ADA@Example.com",
    "ada+1@example.com",
    '"ada"@example.com.',
  ];
  const writes = Array.from({ length: 119 }, (_, n) =>
    write("resume-link", spellings[n % spellings.length]),
  );
  const became = (await Promise.all(writes)).map(findState);
  expect(became.filter((state) => state === "waiting")).toHaveLength(3);
  expect(became.filter((state) => state === "refused")).toHaveLength(116);
  expect(await fixture.db.$count(mailOutbox)).toBe(3);
  expect(await fixture.db.$count(jobs)).toBe(3);
  expect(findState(await write("resume-link", "eve@example.com"))).toBe("waiting");
});

/** One kind for each combination of these traits: all that the limits and stops look at. */
function oneOfEach(
  kinds: readonly MailKind[],
  ...names: (keyof ReturnType<typeof mailTraits>)[]
): MailKind[] {
  const combination = (kind: MailKind) => names.map((name) => mailTraits(kind)[name]).join();
  return [...new Map(kinds.map((kind) => [combination(kind), kind])).values()];
}

const refusedState = (kind: MailKind) => (mailTraits(kind).isUrgent ? "refused" : "held");

test.each(oneOfEach(SHARED_KINDS, "isUrgent"))(
  "%s counts as a mail that forms send, and is held like them",
  async (kind) => {
    for (let n = 0; n < 3; n++) expect(findState(await write("waiting-list"))).toBe("waiting");
    expect(findState(await write(kind))).toBe(refusedState(kind));
    await fixture.db.delete(mailOutbox);
    for (let n = 0; n < 3; n++) expect(findState(await write(kind))).toBe("waiting");
    expect(findState(await write("confirmation"))).toBe("held");
  },
);

const addressStates = {
  "nobody has confirmed": async () => {},
  "its reader has confirmed": (address: string) =>
    verifyAddress(fixture.db, address, fixture.now()),
};
const strangerCases = Object.keys(addressStates).flatMap((state) =>
  oneOfEach(STRANGER_KINDS, "sharesLimit", "isUrgent").map((kind) => [kind, state] as const),
);

test.each(strangerCases)(
  "simultaneous requests for %s send three to an address that %s, and three the next day",
  async (kind, state) => {
    await addressStates[state as keyof typeof addressStates]("ada@example.com");
    const writes = Array.from({ length: 30 }, () => write(kind));
    const became = (await Promise.all(writes)).map(findState);
    expect(became.filter((one) => one === "waiting")).toHaveLength(3);
    expect(became.filter((one) => one === refusedState(kind))).toHaveLength(27);
    fixture.later(DAY - 1);
    expect(findState(await write(kind))).toBe(refusedState(kind));
    fixture.later(1);
    for (let n = 0; n < 3; n++) expect(findState(await write(kind))).toBe("waiting");
    expect(findState(await write(kind))).toBe(refusedState(kind));
  },
);

test("what strangers trigger leaves the lane of a proven reader, which has an end too", async () => {
  await verifyAddress(fixture.db, "ada@example.com", fixture.now());
  const writeOwn = () => write("sign-in-link", "ada@example.com", { requester: "owner" });
  for (let n = 0; n < 5; n++) await write("sign-in-link");
  const own = await Promise.all(Array.from({ length: 30 }, writeOwn));
  const sentOwn = own.map(findState).filter((state) => state === "waiting");
  expect(sentOwn).toHaveLength(ACCOUNT_MAILS_PER_DAY);
  // Neither way round: what the owner asks for takes nothing from anybody else.
  await fixture.db.delete(mailOutbox);
  for (let n = 0; n < 5; n++) await writeOwn();
  expect(findState(await write("sign-in-link"))).toBe("waiting");
});

const isOneOf = (kinds: readonly MailKind[]) => (kind: MailKind) => kinds.includes(kind);
/** The kinds that only the label or the owner of an account triggers. */
const ownKinds = mailKinds.filter(
  (kind) => ![STRANGER_KINDS, TEAM_KINDS].some((kinds) => isOneOf(kinds)(kind)),
);
const countedAlone = mailKinds.filter(
  (kind) => ![SHARED_KINDS, TEAM_KINDS].some((kinds) => isOneOf(kinds)(kind)),
);

/** Copies each mail, as writing hundreds of them one by one takes seconds. */
async function copyEveryMail(copies: number): Promise<void> {
  const columns = Object.values(getTableColumns(mailOutbox)).map(({ name }) => name);
  const isUnique = (name: string) => ["id", "dedupe_key"].includes(name);
  const values = columns.map((name) => `mails.${name}${isUnique(name) ? " || copy.value" : ""}`);
  const numbers = JSON.stringify(Array.from({ length: copies }, (_, n) => n));
  await fixture.db.run(
    sql.raw(`INSERT INTO mail_outbox (${columns.join()}) SELECT ${values.join()}
      FROM mail_outbox AS mails, json_each('${numbers}') AS copy`),
  );
}

test.each(oneOfEach(countedAlone, "whoTriggers", "isUrgent"))(
  "%s leaves whatever anybody else has had mailed to its address",
  async (kind) => {
    const others = mailKinds.filter((other) => other !== kind);
    for (const other of others) await write(other);
    await copyEveryMail(24);
    expect(findState(await write(kind))).toBe("waiting");
    // Nor has what was written since a say when it leaves.
    await fixture.db
      .update(mailOutbox)
      .set({ state: "sent", sendingSince: fixture.now().toISOString() })
      .where(ne(mailOutbox.kind, kind));
    const mail = and(eq(mailOutbox.kind, kind), sql`${canSendNow(3, fixture.now())}`);
    expect(await fixture.db.$count(mailOutbox, mail)).toBe(1);
  },
);

test.each(oneOfEach(ownKinds, "whoTriggers", "isUrgent"))(
  "%s is written twenty times a day to one address, raced or not",
  async (kind) => {
    const writes = await Promise.all(Array.from({ length: 30 }, () => write(kind)));
    const became = writes.map(findState);
    expect(became.filter((state) => state === "waiting")).toHaveLength(ACCOUNT_MAILS_PER_DAY);
    const refused = became.filter((state) => state === refusedState(kind));
    expect(refused).toHaveLength(30 - ACCOUNT_MAILS_PER_DAY);
  },
);

test("staff release a held mail: it is sent once, and the audit trail says by whom", async () => {
  for (let n = 0; n < 3; n++) await write("waiting-list");
  const result = await write("confirmation");
  expect(findState(result)).toBe("held");
  await jobsRest();
  if (result.kind !== "queued") throw new Error("It was not written");
  const { mailId, jobId } = result;
  const sentJobs: string[] = [];
  const portal = {
    db: fixture.db,
    clock: fixture.now,
    ids: randomIds,
    log: fixture.log,
    scope: { requestId: "r1" },
    sendJobs: async (ids: readonly string[]) => void sentJobs.push(...ids),
  };
  const release = () => runJobAgain(portal as never, jobId, { by: staffPrincipal, release: true });
  expect(await runJobAgain(portal as never, jobId, { by: staffPrincipal })).toBe("held");
  const results = await Promise.all([release(), release()]);
  expect(results.filter((why) => why === undefined)).toHaveLength(1);
  expect(results).toContain("not-held");
  expect(sentJobs).toEqual([jobId]);
  // What leaves is decided once more: others of the address have left since, and this one may all the same.
  for (let n = 0; n < 3; n++) await write("waiting-list");
  await fixture.db
    .update(mailOutbox)
    .set({ state: "sent", sendingSince: fixture.now().toISOString() })
    .where(ne(mailOutbox.id, mailId));
  const sending = { messageId: "<m>", limit: 3 };
  expect(await holdMail(fixture.db, mailId, 3, fixture.now())).toBeUndefined();
  expect(await beginSending(fixture.db, mailId, sending, fixture.now())).toBe(true);
  const auditEntries = await fixture.db.select().from(audit).where(eq(audit.subject, mailId));
  expect(auditEntries).toMatchObject([{ action: "mail-let-go", staffName: staffPrincipal.name }]);
});

test("staff see what has not left of an account's mails, its submissions' among them, and nobody else's", async () => {
  for (let n = 0; n < 3; n++) await write("waiting-list", "ada@example.com");
  await write("confirmation", "ADA+x@example.com");
  await write("waiting-list", "eve@example.com");
  await fixture.db.update(mailOutbox).set({ state: "sent" }).where(eq(mailOutbox.state, "waiting"));
  await write("account");
  const owner = { accountId: "ACCOUNT", mailbox: "ada@example.com" };
  const lines = await unsentMailsOf(fixture.db, owner);
  expect(lines.map(({ kind, state }) => [kind, state]).sort()).toEqual([
    ["account", "waiting"],
    ["confirmation", "held"],
  ]);
});

test.each(["overdue-alert", "staff-alert"] as const)(
  "%s goes to the team without limit, and stops do not apply to it",
  async (kind) => {
    for (let n = 0; n < 3; n++) await write("confirmation");
    await stopMails(fixture.db, "ada@example.com", "all", fixture.now());
    for (let n = 0; n < 5; n++) expect(findState(await write(kind))).toBe("waiting");
  },
);

test("a confirmed address counts each kind alone, other spellings of its mailbox together", async () => {
  await verifyAddress(fixture.db, "ada@example.com", fixture.now());
  for (let n = 0; n < 2; n++) expect(findState(await write("waiting-list"))).toBe("waiting");
  for (let n = 0; n < 2; n++) expect(findState(await write("confirmation"))).toBe("waiting");
  expect(findState(await write("resume-link"))).toBe("waiting");
  expect(findState(await write("resume-link", "ada+1@example.com"))).toBe("refused");
  for (let n = 0; n < 30; n++) expect(findState(await write("status-change"))).toBe("waiting");
});

test("the subject contains no typed text until the address is confirmed", async () => {
  const mail = () => createMail({ subject: "Typed", plainSubject: "Plain" });
  await putMail(fixture.db, mail(), fixture.now(), rules);
  await verifyAddress(fixture.db, "ada@example.com", fixture.now());
  fixture.later(1);
  await putMail(fixture.db, mail(), fixture.now(), rules);
  const rows = await fixture.db.select().from(mailOutbox).orderBy(asc(mailOutbox.createdAt));
  expect(rows.map(({ subject }) => subject)).toEqual(["Plain", "Typed"]);
  expect(rows.map(({ textBody }) => textBody.includes("Yes, this is my address"))).toEqual([
    true,
    false,
  ]);
});

test("held mails are sent by the sweep, three a day, the oldest first, while they are still useful", async () => {
  for (let n = 0; n < 8; n++) {
    await write("confirmation");
    fixture.later(1);
  }
  await jobsRest();
  expect(await states()).toEqual([...Array(3).fill("waiting"), ...Array(5).fill("held")]);
  expect(await wakeAndSend()).toBe(3);
  expect(await wakeAndSend()).toBe(0);
  fixture.later(DAY);
  // The sweep releases as many as the limit permits; the sending job decides, see the test below.
  expect(await wakeAndSend()).toBeGreaterThanOrEqual(3);
});

test("a stop also covers waiting mails and lasts until it is undone", async () => {
  for (let n = 0; n < 4; n++) await write("confirmation", `ada+${n}@example.com`);
  await write("staff-alert");
  await stopMails(fixture.db, "ada@example.com", "news", fixture.now());
  expect((await states()).sort()).toEqual([...Array(4).fill("stopped"), "waiting"]);
  expect(findState(await write("confirmation"))).toBe("stopped");
  expect(findState(await write("resume-link"))).toBe("refused");
  // A confirmed address does not lift the stop.
  await verifyAddress(fixture.db, "ada@example.com", fixture.now());
  expect(findState(await write("draft-expiry"))).toBe("stopped");
  const [secret] = await fixture.db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.kind, "draft-expiry"));
  expect([secret?.textBody, secret?.htmlBody]).toEqual(["", ""]);
  expect(secret?.lastError).toContain("stopped our emails");
  await jobsRest();
  expect(await wakeAndSend()).toBe(1);
  await allowMails(fixture.db, "ada@example.com");
  expect(findState(await write("resume-link"))).toBe("waiting");
  expect(await states()).not.toContain("stopped");
});

const stopKinds = oneOfEach(mailKinds, "stoppedBy", "isUrgent");
test.each(stopKinds)("what each press stops of %s is what its table says", async (kind) => {
  const { stoppedBy } = mailTraits(kind);
  const isWrittenStopped = async () =>
    ["stopped", "refused"].includes(findState(await write(kind)));
  const outcome = async (scope: StopScope) => {
    await allowMails(fixture.db, "ada@example.com");
    await fixture.db.delete(mailOutbox);
    await write(kind);
    await stopMails(fixture.db, "ada@example.com", scope, fixture.now());
    const [state] = await states();
    return [state === "stopped", await isWrittenStopped()];
  };
  const isStoppedByFirst = stoppedBy === "first-press";
  expect(await outcome("news")).toEqual([isStoppedByFirst, isStoppedByFirst]);
  const isStoppable = stoppedBy !== "nothing";
  expect(await outcome("all")).toEqual([isStoppable, isStoppable]);
  // The first press after the second takes nothing back.
  await stopMails(fixture.db, "ada@example.com", "news", fixture.now());
  expect(await isWrittenStopped()).toBe(isStoppable);
});

test("the first press leaves every decision, and a stop from before there were two leaves none", async () => {
  expect(stoppedKinds.news).not.toContain("status-change");
  await fixture.db
    .insert(mailAddresses)
    .values({ address: "ada@example.com", stoppedAt: "2026-01-01", createdAt: "2026-01-01" });
  expect(findState(await write("status-change"))).toBe("stopped");
  await allowMails(fixture.db, "ada@example.com");
  await stopMails(fixture.db, "ada@example.com", "news", fixture.now());
  expect(findState(await write("status-change"))).toBe("waiting");
});

test("three mails are sent within a day, whenever they were written, and none after a stop", async () => {
  const sending = await createMailFixture(office, { dailyLimit: 3 });
  try {
    const recipient = "eve@example.com";
    // Written on other days, the oldest first, while there was no mail server.
    const old = (n: number) => new Date(Date.now() - (n + 2) * DAY * 1_000);
    const queuedMails = [];
    for (let n = 4; n >= 0; n--)
      queuedMails.push(await putMail(sending.db, createMail({ recipient }), old(n), rules));
    await Promise.all(queuedMails.map(({ jobId }) => sending.deliver(jobId)));
    const rows = await Promise.all(queuedMails.map(({ mailId }) => sending.mail(mailId)));
    const sentMails = rows.filter((row) => row?.state === "sent");
    expect(sentMails).toHaveLength(3);
    expect(office.mailbox.filter((letter) => letter.recipients.includes(recipient))).toHaveLength(
      3,
    );
    for (const row of rows.filter((mailRow) => mailRow?.state !== "sent"))
      expect(["held", "waiting"]).toContain(row?.state);
    const other = await putMail(
      sending.db,
      createMail({ recipient: "max@example.com" }),
      new Date(),
      rules,
    );
    await stopMails(sending.db, "max@example.com", "news", new Date());
    await sending.db
      .update(mailOutbox)
      .set({ state: "waiting" })
      .where(eq(mailOutbox.id, other.mailId));
    expect(await sending.deliver(other.jobId)).toBeUndefined();
    expect(await sending.mail(other.mailId)).toMatchObject({ state: "stopped" });
    expect(office.mailbox.some((letter) => letter.recipients.includes("max@example.com"))).toBe(
      false,
    );
    await waitForOutput(sending.output, '"event":"mail.held"');
  } finally {
    await sending.close();
  }
});

test("only what the first press stops has the headers for one-click unsubscribing", async () => {
  const sending = await createMailFixture(office);
  try {
    for (const kind of oneOfEach(mailKinds, "stoppedBy", "text")) {
      const recipient = `${kind}@example.com`;
      const { mailId, jobId } = await putMail(
        sending.db,
        createMail({ kind, recipient }),
        new Date(),
      );
      await sending.deliver(jobId);
      const letter = office.mailbox.find((received) => received.recipients.includes(recipient));
      const header = (name: string) =>
        new RegExp(`^${name}: (.*)\r?$`, "m").exec(letter?.raw ?? "")?.[1];
      const { stoppedBy } = mailTraits(kind);
      const hasHeader = stoppedBy === "first-press";
      const hasFooter = stoppedBy !== "nothing";
      const page = new RegExp(
        `^<https://x\\.example/mail/${mailId}\\?expires=\\d+&signature=[0-9a-f]{64}>$`,
      );
      if (hasHeader) expect(header("List-Unsubscribe")).toMatch(page);
      else expect(header("List-Unsubscribe")).toBeUndefined();
      const oneClick = hasHeader ? "List-Unsubscribe=One-Click" : undefined;
      expect(header("List-Unsubscribe-Post")).toBe(oneClick);
      expect(letter?.parsed.text?.includes("Unwanted email? Stop emails to this address")).toBe(
        hasFooter,
      );
      expect(
        String(letter?.parsed.html).includes("Unwanted email? Stop emails to this address"),
      ).toBe(hasFooter);
      const kept = (await sending.mail(mailId))?.textBody === "";
      expect(kept).toBe(SECRET_KINDS.some((secret) => secret === kind));
    }
  } finally {
    await sending.close();
  }
});
