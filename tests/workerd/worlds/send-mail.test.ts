import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { jobEvents, jobs } from "~/jobs/job-tables.server";
import { clearSecretBodies } from "~/mail/mail-store.server";
import { mailOutbox } from "~/mail/mail-tables.server";
import { sendMailAgain } from "~/mail/send-mail-again.server";
import { staffPrincipal } from "../../support/accounts";
import { waitForOutput } from "../../support/log-lines";
import { createMailFixture, type MailFixture, someMail } from "../../support/mail-fixture";
import { type SmtpServer, startSmtpServer } from "../../support/smtp-server";

interface Opened {
  office: SmtpServer;
  world: MailFixture;
}
const by = {} as Record<SmtpServer["tls"], Opened>;

async function mailOffice(office: SmtpServer): Promise<Opened> {
  return { office, world: await createMailFixture(office) };
}

beforeAll(async () => {
  for (const tls of ["implicit", "starttls"] as const)
    by[tls] = await mailOffice(await startSmtpServer(tls));
});
afterAll(async () => {
  for (const { office, world } of Object.values(by)) {
    await world.close();
    await office.close();
  }
});
beforeEach(() => {
  for (const { office } of Object.values(by)) office.behave();
});

const again = (db: MailFixture["db"], jobId: string) =>
  sendMailAgain(db, jobId, { allowDuplicate: false, by: staffPrincipal, now: new Date() });
const stories = async (db: MailFixture["db"], jobId: string) =>
  (await db.select().from(jobEvents).where(eq(jobEvents.jobId, jobId))).map(
    ({ outcome }) => outcome,
  );

test.each(["implicit", "starttls"] as const)(
  "over %s TLS a mail arrives whole, with both bodies and every letter as written",
  async (tls) => {
    const { office, world } = by[tls];
    const { mailId, jobId } = await world.queue(someMail());
    expect(await world.deliver(jobId)).toBeUndefined();
    const [letter, ...others] = office.mailbox;
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ secure: true, recipients: ["ada@example.com"] });
    const { subject, from, to, replyTo, text, html, messageId } = letter?.read ?? {};
    expect(subject).toBe('We received "Größe" 🎵');
    expect(from).toEqual({ name: "Mähogany", address: "music@label.example" });
    expect(to).toEqual([{ name: "", address: "ada@example.com" }]);
    expect(replyTo?.[0]?.address).toBe("support@mahogany.example");
    expect(text).toMatch(
      /^Hello Ada,\n\n\.a line that begins with a dot\n\.\n\.\.two\nGrüße 🎵\n\n/,
    );
    expect(html).toMatch(/^<p>Grüße &amp; more<\/p>\n\.\n/);
    expect(messageId).toBe(`<${mailId}@label.example>`);
    expect(letter?.raw).toContain("Auto-Submitted: auto-generated");
    expect(await world.mail(mailId)).toMatchObject({ state: "sent", messageId, lastError: null });
    expect((await world.mail(mailId))?.sentAt).toBeTruthy();
    expect(await world.job(jobId)).toMatchObject({ state: "done" });
    const logText = await waitForOutput(world.output, '"event":"mail.sent"');
    expect(logText).not.toContain("ada@example.com");
    for (const line of logText.trim().split("\n")) expect(line).toMatch(/^\{"ts":.*\}$/);
  },
);

test.each([["PLAIN"], ["LOGIN"]])(
  "a server that signs in by %s only is understood",
  async (one) => {
    const office = await startSmtpServer("implicit", { authMethods: [one] });
    const world = await createMailFixture(office);
    const { jobId } = await world.queue(someMail());
    await world.deliver(jobId);
    expect(office.mailbox).toHaveLength(1);
    await world.close();
    await office.close();
  },
);

test("no header comes of what somebody typed", async () => {
  const { office, world } = by.implicit;
  const subject = "One\r\nBcc: eve@example.com\r\n\r\nHello";
  const { jobId } = await world.queue(someMail({ subject }));
  await world.deliver(jobId);
  expect(office.mailbox[0]?.recipients).toEqual(["ada@example.com"]);
  expect(office.mailbox[0]?.read.bcc ?? []).toEqual([]);
  expect(office.mailbox[0]?.read.subject).toContain("Bcc: eve@example.com");
});

test("a recipient that is none fails the mail, and nobody else gets it", async () => {
  const { office, world } = by.implicit;
  const recipient = "ada@example.com>\r\nRCPT TO:<eve@example.com";
  const { mailId, jobId } = await world.queue(someMail({ recipient }));
  expect(await world.deliver(jobId)).toBeUndefined();
  expect(office.mailbox).toEqual([]);
  expect(await world.mail(mailId)).toMatchObject({ state: "failed" });
  expect(await world.job(jobId)).toMatchObject({ state: "failed" });
});

test("ten deliveries at once, and one more later, are one mail", async () => {
  const { office, world } = by.implicit;
  const { jobId } = await world.queue(someMail());
  await Promise.all(Array.from({ length: 10 }, () => world.deliver(jobId)));
  await world.deliver(jobId);
  await world.db.update(jobs).set({ state: "waiting", leaseUntil: null }).where(eq(jobs.id, jobId));
  await world.deliver(jobId);
  expect(office.mailbox).toHaveLength(1);
});

test("ten workers that all believe to hold the job are one mail", async () => {
  const { office, world } = by.implicit;
  const { mailId, jobId } = await world.queue(someMail());
  const [job] = await world.db.select().from(jobs).where(eq(jobs.id, jobId));
  if (!job) throw new Error("The mail has no job");
  const doubles = Array.from({ length: 9 }, (_, n) => ({
    ...job,
    id: `01JDBBBBBBBBBBBBBBBBBBBBB${n}`,
    submissionId: `S${n}`,
  }));
  for (const double of doubles) await world.db.insert(jobs).values(double);
  await Promise.all([job, ...doubles].map(({ id }) => world.deliver(id)));
  expect(office.mailbox).toHaveLength(1);
  expect(await world.mail(mailId)).toMatchObject({ state: "sent" });
});

test("without a mail server the mail waits, readable, until staff send it", async () => {
  const off = await createMailFixture(undefined);
  const { mailId, jobId } = await off.queue(someMail());
  expect(await off.deliver(jobId)).toBeUndefined();
  expect(await off.mail(mailId)).toMatchObject({ state: "waiting", attempts: 0 });
  expect(await off.job(jobId)).toMatchObject({ state: "done" });
  expect(await again(off.db, jobId)).toBe("again");
  expect(await stories(off.db, jobId)).toEqual(["done", "run-again"]);
  expect(await off.job(jobId)).toMatchObject({ state: "waiting" });
  await off.close();
});

test("the secret link in a mail is forgotten once it is sent, the receipt is not", async () => {
  const { office, world } = by.implicit;
  const link = "https://submit.example.com/submit/continue/secret-key";
  const secret = await world.queue(someMail({ kind: "resume-link", text: link, html: link }));
  const receipt = await world.queue(someMail());
  expect(await world.mail(secret.mailId)).toMatchObject({
    textBody: expect.stringContaining(link),
  });
  for (const { jobId } of [secret, receipt]) await world.deliver(jobId);
  expect(office.mailbox[0]?.read.text).toContain("secret-key");
  expect(JSON.stringify(await world.db.select().from(mailOutbox))).not.toContain("secret-key");
  expect((await world.mail(receipt.mailId))?.textBody).toContain("Hello Ada,");
  expect(await again(world.db, secret.jobId)).toBe("sent");
});

test("a secret link that could not be sent is forgotten when it has grown old", async () => {
  const { world } = by.implicit;
  const secret = await world.queue(someMail({ kind: "sign-in-link", text: "link", html: "link" }));
  const receipt = await world.queue(someMail());
  await clearSecretBodies(world.db, new Date(Date.now() - 60_000));
  expect(await world.mail(secret.mailId)).toMatchObject({
    textBody: expect.stringMatching(/^link/),
    htmlBody: expect.stringMatching(/^link/),
  });
  await clearSecretBodies(world.db, new Date(Date.now() + 60_000));
  expect(await world.mail(secret.mailId)).toMatchObject({ textBody: "", htmlBody: "" });
  expect((await world.mail(receipt.mailId))?.textBody).toContain("Hello Ada,");
  await world.deliver(secret.jobId);
  expect(by.implicit.office.mailbox).toEqual([]);
  expect((await world.job(secret.jobId))?.lastError).toBe("mail-text-gone");
  expect(await again(world.db, secret.jobId)).toBe("text-gone");
  expect(await again(world.db, "none")).toBe("no-such-mail");
});
