import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { clearSecretBodies } from "~/domain/mail/mail-store.server";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { sendMailAgain } from "~/domain/mail/send-mail-again.server";
import { jobEvents, jobs } from "~/jobs/job-tables.server";
import { staffPrincipal } from "../../support/accounts";
import { waitForOutput } from "../../support/log-lines";
import { createMail, createMailFixture, type MailFixture } from "../../support/mail-fixture";
import { type SmtpServer, startSmtpServer } from "../../support/smtp-server";

interface Opened {
  office: SmtpServer;
  fixture: MailFixture;
}
const by = {} as Record<SmtpServer["tls"], Opened>;

async function mailOffice(office: SmtpServer): Promise<Opened> {
  return { office, fixture: await createMailFixture(office) };
}

beforeAll(async () => {
  for (const tls of ["implicit", "starttls"] as const)
    by[tls] = await mailOffice(await startSmtpServer(tls));
});
afterAll(async () => {
  for (const { office, fixture } of Object.values(by)) {
    await fixture.close();
    await office.close();
  }
});
beforeEach(() => {
  for (const { office } of Object.values(by)) office.behave();
});

const repeat = (db: MailFixture["db"], jobId: string) =>
  sendMailAgain(db, jobId, { allowDuplicate: false, by: staffPrincipal, now: new Date() });
const attempts = async (db: MailFixture["db"], jobId: string) =>
  (await db.select().from(jobEvents).where(eq(jobEvents.jobId, jobId))).map(
    ({ outcome }) => outcome,
  );

test.each(["implicit", "starttls"] as const)(
  "over %s TLS a mail arrives whole, with both bodies and every letter as written",
  async (tls) => {
    const { office, fixture } = by[tls];
    const { mailId, jobId } = await fixture.queue(createMail());
    expect(await fixture.deliver(jobId)).toBeUndefined();
    const [letter, ...others] = office.mailbox;
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ secure: true, recipients: ["ada@example.com"] });
    const { subject, from, to, replyTo, text, html, messageId } = letter?.parsed ?? {};
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
    expect(await fixture.mail(mailId)).toMatchObject({ state: "sent", messageId, lastError: null });
    expect((await fixture.mail(mailId))?.sentAt).toBeTruthy();
    expect(await fixture.job(jobId)).toMatchObject({ state: "done" });
    const logText = await waitForOutput(fixture.output, '"event":"mail.sent"');
    expect(logText).not.toContain("ada@example.com");
    for (const line of logText.trim().split("\n")) expect(line).toMatch(/^\{"ts":.*\}$/);
  },
);

test("a mail brings its document; one whose document is gone fails, and nothing of it leaves", async () => {
  const { office, fixture } = by.implicit;
  const pdf = new TextEncoder().encode("%PDF-1.7 signed");
  await fixture.storeDocument("agreements/kept.pdf", pdf);
  const before = office.mailbox.length;
  const kept = await fixture.queue({ ...createMail(), attachmentKey: "agreements/kept.pdf" });
  await fixture.deliver(kept.jobId);
  const [letter, ...others] = office.mailbox.slice(before);
  expect(others).toEqual([]);
  const [attachment] = letter?.parsed.attachments ?? [];
  expect(attachment?.filename).toBe("Artist Agreement.pdf");
  expect(new Uint8Array(attachment?.content as ArrayBuffer)).toEqual(pdf);
  const lost = await fixture.queue({ ...createMail(), attachmentKey: "agreements/lost.pdf" });
  await fixture.deliver(lost.jobId);
  expect(office.mailbox.length).toBe(before + 1);
  expect(await fixture.mail(lost.mailId)).toMatchObject({
    state: "failed",
    lastError: "The document that this mail brings is no longer stored.",
  });
});

test.each([["PLAIN"], ["LOGIN"]])(
  "a server that signs in by %s only is understood",
  async (testCase) => {
    const office = await startSmtpServer("implicit", { authMethods: [testCase] });
    const fixture = await createMailFixture(office);
    const { jobId } = await fixture.queue(createMail());
    await fixture.deliver(jobId);
    expect(office.mailbox).toHaveLength(1);
    await fixture.close();
    await office.close();
  },
);

test("no header comes of what somebody typed", async () => {
  const { office, fixture } = by.implicit;
  const subject = "One\r\nBcc: eve@example.com\r\n\r\nHello";
  const { jobId } = await fixture.queue(createMail({ subject }));
  await fixture.deliver(jobId);
  expect(office.mailbox[0]?.recipients).toEqual(["ada@example.com"]);
  expect(office.mailbox[0]?.parsed.bcc ?? []).toEqual([]);
  expect(office.mailbox[0]?.parsed.subject).toContain("Bcc: eve@example.com");
});

test("a recipient that is none fails the mail, and nobody else gets it", async () => {
  const { office, fixture } = by.implicit;
  const recipient = "ada@example.com>\r\nRCPT TO:<eve@example.com";
  const { mailId, jobId } = await fixture.queue(createMail({ recipient }));
  expect(await fixture.deliver(jobId)).toBeUndefined();
  expect(office.mailbox).toEqual([]);
  expect(await fixture.mail(mailId)).toMatchObject({ state: "failed" });
  expect(await fixture.job(jobId)).toMatchObject({ state: "failed" });
});

test("ten deliveries at once, and one more later, are one mail", async () => {
  const { office, fixture } = by.implicit;
  const { jobId } = await fixture.queue(createMail());
  await Promise.all(Array.from({ length: 10 }, () => fixture.deliver(jobId)));
  await fixture.deliver(jobId);
  await fixture.db
    .update(jobs)
    .set({ state: "waiting", leaseUntil: null })
    .where(eq(jobs.id, jobId));
  await fixture.deliver(jobId);
  expect(office.mailbox).toHaveLength(1);
});

test("ten workers that all believe to hold the job are one mail", async () => {
  const { office, fixture } = by.implicit;
  const { mailId, jobId } = await fixture.queue(createMail());
  const [job] = await fixture.db.select().from(jobs).where(eq(jobs.id, jobId));
  if (!job) throw new Error("The mail has no job");
  const doubles = Array.from({ length: 9 }, (_, n) => ({
    ...job,
    id: `01JDBBBBBBBBBBBBBBBBBBBBB${n}`,
    submissionId: `S${n}`,
  }));
  for (const double of doubles) await fixture.db.insert(jobs).values(double);
  await Promise.all([job, ...doubles].map(({ id }) => fixture.deliver(id)));
  expect(office.mailbox).toHaveLength(1);
  expect(await fixture.mail(mailId)).toMatchObject({ state: "sent" });
});

test("without a mail server the mail waits, readable, until staff send it", async () => {
  const off = await createMailFixture(undefined);
  const { mailId, jobId } = await off.queue(createMail());
  expect(await off.deliver(jobId)).toBeUndefined();
  expect(await off.mail(mailId)).toMatchObject({ state: "waiting", attempts: 0 });
  expect(await off.job(jobId)).toMatchObject({ state: "done" });
  expect(await repeat(off.db, jobId)).toBe("again");
  expect(await attempts(off.db, jobId)).toEqual(["done", "run-again"]);
  expect(await off.job(jobId)).toMatchObject({ state: "waiting" });
  await off.close();
});

test("the secret link in a mail is forgotten once it is sent, the receipt is not", async () => {
  const { office, fixture } = by.implicit;
  const link = "https://submit.example.com/submit/continue/secret-key";
  const secret = await fixture.queue(createMail({ kind: "resume-link", text: link, html: link }));
  const receipt = await fixture.queue(createMail());
  expect(await fixture.mail(secret.mailId)).toMatchObject({
    textBody: expect.stringContaining(link),
  });
  for (const { jobId } of [secret, receipt]) await fixture.deliver(jobId);
  expect(office.mailbox[0]?.parsed.text).toContain("secret-key");
  expect(JSON.stringify(await fixture.db.select().from(mailOutbox))).not.toContain("secret-key");
  expect((await fixture.mail(receipt.mailId))?.textBody).toContain("Hello Ada,");
  expect(await repeat(fixture.db, secret.jobId)).toBe("sent");
});

test("a secret link that could not be sent is forgotten when it has grown old", async () => {
  const { fixture } = by.implicit;
  const secret = await fixture.queue(
    createMail({ kind: "sign-in-link", text: "link", html: "link" }),
  );
  const receipt = await fixture.queue(createMail());
  await clearSecretBodies(fixture.db, new Date(Date.now() - 60_000));
  expect(await fixture.mail(secret.mailId)).toMatchObject({
    textBody: expect.stringMatching(/^link/),
    htmlBody: expect.stringMatching(/^link/),
  });
  await clearSecretBodies(fixture.db, new Date(Date.now() + 60_000));
  expect(await fixture.mail(secret.mailId)).toMatchObject({ textBody: "", htmlBody: "" });
  expect((await fixture.mail(receipt.mailId))?.textBody).toContain("Hello Ada,");
  await fixture.deliver(secret.jobId);
  expect(by.implicit.office.mailbox).toEqual([]);
  expect((await fixture.job(secret.jobId))?.lastError).toBe("mail-text-gone");
  expect(await repeat(fixture.db, secret.jobId)).toBe("text-gone");
  expect(await repeat(fixture.db, "none")).toBe("no-such-mail");
});
