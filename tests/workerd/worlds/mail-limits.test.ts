import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { jobs } from "~/jobs/job-tables.server";
import { type MailKind, mailKinds, SECRET_KINDS, URGENT_KINDS } from "~/mail/mail";
import { allowMails, stopMails, verifyAddress } from "~/mail/mail-limit.server";
import { mailAddresses, mailOutbox } from "~/mail/mail-tables.server";
import { queueMail } from "~/mail/outbox.server";
import { randomIds } from "~/platform/ids";
import { sendWaitingMails } from "../../../workers/jobs/sweep/sweep-mails";
import { createJobsFixture, type JobsFixture } from "../../support/jobs-fixture";
import { waitForOutput } from "../../support/log-lines";
import {
  createMailFixture,
  permissiveMailRules,
  putMail,
  someMail,
} from "../../support/mail-fixture";
import { type SmtpServer, startSmtpServer } from "../../support/smtp-server";

const DAY = 86_400;
const rules = { ...permissiveMailRules, dailyLimit: 3 };
let world: JobsFixture;
let office: SmtpServer;
beforeAll(async () => {
  world = await createJobsFixture();
  office = await startSmtpServer("implicit");
});
afterAll(async () => {
  await office.close();
  await world.close();
});
beforeEach(async () => {
  await world.reset();
  await world.db.delete(mailOutbox);
  await world.db.delete(mailAddresses);
});

const write = (kind: MailKind, recipient = "ada@example.com") =>
  queueMail(world.db, someMail({ kind, recipient }), rules, world.now(), randomIds);
const stateOf = (result: Awaited<ReturnType<typeof write>>) =>
  "state" in result ? result.state : result.kind;
const states = async () =>
  (await world.db.select().from(mailOutbox).orderBy(asc(mailOutbox.createdAt))).map(
    ({ state }) => state,
  );

/** The sweep's part with a mail server; every mail it wakes counts as sent. */
async function wakeAndSend(): Promise<number> {
  const brand = { name: "Mahogany", supportEmail: "support@mahogany.example" };
  const { db, log, now } = world;
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
const jobsRest = () => world.db.update(jobs).set({ state: "done" });

test("119 links asked for at once bring one address three mails, however it is spelt", async () => {
  const spelt = ["ada@example.com", "ADA@Example.com", "ada+1@example.com", '"ada"@example.com.'];
  const writes = Array.from({ length: 119 }, (_, n) =>
    write("resume-link", spelt[n % spelt.length]),
  );
  const became = (await Promise.all(writes)).map(stateOf);
  expect(became.filter((state) => state === "waiting")).toHaveLength(3);
  expect(became.filter((state) => state === "limited")).toHaveLength(116);
  expect(await world.db.$count(mailOutbox)).toBe(3);
  expect(await world.db.$count(jobs)).toBe(3);
  expect(stateOf(await write("resume-link", "eve@example.com"))).toBe("waiting");
});

test("whoever is limited hears when the next may go, and then it does", async () => {
  for (let n = 0; n < 3; n++) {
    await write("resume-link");
    world.later(3_600);
  }
  const result = await write("resume-link");
  expect(result).toEqual({ kind: "limited", again: new Date("2026-11-22T12:00:00Z") });
  world.later(21 * 3_600 - 1);
  expect(stateOf(await write("resume-link"))).toBe("limited");
  world.later(1);
  expect(stateOf(await write("resume-link"))).toBe("waiting");
});

const toArtists = mailKinds.filter((kind) => !kind.endsWith("-alert"));

test.each(toArtists)("%s counts, and is held to the limit", async (kind) => {
  for (let n = 0; n < 3; n++) await write("status-change");
  const prompt = URGENT_KINDS.some((urgent) => urgent === kind);
  expect(stateOf(await write(kind))).toBe(prompt ? "limited" : "held");
  await world.db.delete(mailOutbox);
  for (let n = 0; n < 3; n++) expect(stateOf(await write(kind))).toBe("waiting");
  expect(stateOf(await write("confirmation"))).toBe("held");
});

test.each(["overdue-alert", "staff-alert"] as const)(
  "%s goes to the team without limit, and no stop holds for it",
  async (kind) => {
    for (let n = 0; n < 3; n++) await write("confirmation");
    await stopMails(world.db, "ada@example.com", world.now());
    for (let n = 0; n < 5; n++) expect(stateOf(await write(kind))).toBe("waiting");
  },
);

test("an address that somebody has shown to read has no limit, others of its mailbox do", async () => {
  await verifyAddress(world.db, "ada@example.com", world.now());
  for (let n = 0; n < 9; n++) expect(stateOf(await write("resume-link"))).toBe("waiting");
  expect(stateOf(await write("resume-link", "ada+1@example.com"))).toBe("limited");
});

test("the subject tells nothing that was typed until somebody has shown to read the address", async () => {
  const mail = () => someMail({ subject: "Typed", plainSubject: "Plain" });
  await putMail(world.db, mail(), world.now(), rules);
  await verifyAddress(world.db, "ada@example.com", world.now());
  world.later(1);
  await putMail(world.db, mail(), world.now(), rules);
  const rows = await world.db.select().from(mailOutbox).orderBy(asc(mailOutbox.createdAt));
  expect(rows.map(({ subject }) => subject)).toEqual(["Plain", "Typed"]);
  expect(rows.map(({ textBody }) => textBody.includes("Yes, this is my address"))).toEqual([
    true,
    false,
  ]);
});

test("what was held leaves with a sweep, three a day, the oldest first, while it is of use", async () => {
  for (let n = 0; n < 8; n++) {
    await write("confirmation");
    world.later(1);
  }
  await jobsRest();
  expect(await states()).toEqual([...Array(3).fill("waiting"), ...Array(5).fill("held")]);
  expect(await wakeAndSend()).toBe(3);
  expect(await wakeAndSend()).toBe(0);
  world.later(DAY);
  // The sweep lets all go that it finds room for; sending decides, as the test below shows.
  expect(await wakeAndSend()).toBeGreaterThanOrEqual(3);
});

test("a stop takes what waits along and holds until it is undone", async () => {
  for (let n = 0; n < 4; n++) await write("confirmation", `ada+${n}@example.com`);
  await write("staff-alert");
  await stopMails(world.db, "ada@example.com", world.now());
  expect((await states()).sort()).toEqual([...Array(4).fill("stopped"), "waiting"]);
  expect(stateOf(await write("confirmation"))).toBe("stopped");
  expect(stateOf(await write("resume-link"))).toBe("stopped");
  // Being known to read the address is no wish for mails.
  await verifyAddress(world.db, "ada@example.com", world.now());
  expect(stateOf(await write("draft-expiry"))).toBe("stopped");
  const [secret] = await world.db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.kind, "draft-expiry"));
  expect([secret?.textBody, secret?.htmlBody]).toEqual(["", ""]);
  expect(secret?.lastError).toContain("stopped our mails");
  await jobsRest();
  expect(await wakeAndSend()).toBe(1);
  await allowMails(world.db, "ada@example.com");
  expect(stateOf(await write("resume-link"))).toBe("waiting");
  expect(await states()).not.toContain("stopped");
});

test("a stop locks nobody out of their account: sign-in links and codes come, and those that wait stay", async () => {
  await write("account");
  await stopMails(world.db, "ada@example.com", world.now());
  expect(await states()).toEqual(["waiting"]);
  for (const kind of ["account", "sign-in-link"] as const) {
    await world.db.delete(mailOutbox);
    expect(stateOf(await write(kind))).toBe("waiting");
    const [mail] = await world.db.select().from(mailOutbox);
    expect(mail?.textBody).not.toBe("");
    await jobsRest();
    expect(await wakeAndSend()).toBe(1);
  }
  // Another's confirmation is stopped all the same.
  expect(stateOf(await write("confirmation"))).toBe("stopped");
});

test("three mails leave within a day, whenever they were written, and none after a stop", async () => {
  const sending = await createMailFixture(office, { dailyLimit: 3 });
  try {
    const recipient = "eve@example.com";
    // Written on other days, the oldest first, while there was no mail server.
    const old = (n: number) => new Date(Date.now() - (n + 2) * DAY * 1_000);
    const queuedMails = [];
    for (let n = 4; n >= 0; n--)
      queuedMails.push(await putMail(sending.db, someMail({ recipient }), old(n), rules));
    await Promise.all(queuedMails.map(({ jobId }) => sending.deliver(jobId)));
    const rows = await Promise.all(queuedMails.map(({ mailId }) => sending.mail(mailId)));
    const sentMails = rows.filter((row) => row?.state === "sent");
    expect(sentMails).toHaveLength(3);
    expect(office.mailbox.filter((one) => one.recipients.includes(recipient))).toHaveLength(3);
    for (const row of rows.filter((one) => one?.state !== "sent"))
      expect(["held", "waiting"]).toContain(row?.state);
    const other = await putMail(
      sending.db,
      someMail({ recipient: "max@example.com" }),
      new Date(),
      rules,
    );
    await stopMails(sending.db, "max@example.com", new Date());
    await sending.db
      .update(mailOutbox)
      .set({ state: "waiting" })
      .where(eq(mailOutbox.id, other.mailId));
    expect(await sending.deliver(other.jobId)).toBeUndefined();
    expect(await sending.mail(other.mailId)).toMatchObject({ state: "stopped" });
    expect(office.mailbox.some((one) => one.recipients.includes("max@example.com"))).toBe(false);
    await waitForOutput(sending.output, '"event":"mail.held"');
  } finally {
    await sending.close();
  }
});

test("every mail to an artist leaves with the headers by which mailboxes stop mails in one press", async () => {
  const sending = await createMailFixture(office);
  try {
    for (const kind of mailKinds) {
      const recipient = `${kind}@example.com`;
      const { mailId, jobId } = await putMail(
        sending.db,
        someMail({ kind, recipient }),
        new Date(),
      );
      await sending.deliver(jobId);
      const letter = office.mailbox.find((one) => one.recipients.includes(recipient));
      const header = (name: string) =>
        new RegExp(`^${name}: (.*)\r?$`, "m").exec(letter?.raw ?? "")?.[1];
      const team = kind.endsWith("-alert");
      const page = new RegExp(
        `^<https://x\\.example/mail/${mailId}\\?expires=\\d+&signature=[0-9a-f]{64}>$`,
      );
      if (team) expect(header("List-Unsubscribe")).toBeUndefined();
      else expect(header("List-Unsubscribe")).toMatch(page);
      expect(header("List-Unsubscribe-Post")).toBe(team ? undefined : "List-Unsubscribe=One-Click");
      expect(letter?.read.text?.includes("Unwanted email? Stop emails to this address")).toBe(
        !team,
      );
      expect(
        String(letter?.read.html).includes("Unwanted email? Stop emails to this address"),
      ).toBe(!team);
      const kept = (await sending.mail(mailId))?.textBody === "";
      expect(kept).toBe(SECRET_KINDS.some((secret) => secret === kind));
    }
  } finally {
    await sending.close();
  }
});
