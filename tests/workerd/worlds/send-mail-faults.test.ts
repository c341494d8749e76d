import { afterAll, beforeAll, expect, test } from "vitest";
import { findMail } from "~/domain/mail/mail-store.server";
import { sendMailAgain } from "~/domain/mail/send-mail-again.server";
import { staffPrincipal } from "../../support/accounts";
import { waitForOutput } from "../../support/log-lines";
import { createMail, createMailFixture, type MailFixture } from "../../support/mail-fixture";
import { type SmtpBehavior, type SmtpServer, startSmtpServer } from "../../support/smtp-server";

let office: SmtpServer;
let fixture: MailFixture;
beforeAll(async () => {
  office = await startSmtpServer("implicit");
  fixture = await createMailFixture(office);
});
afterAll(async () => {
  await fixture.close();
  await office.close();
});

const repeat = (jobId: string, mayArriveTwice = false) =>
  sendMailAgain(fixture.db, jobId, {
    allowDuplicate: mayArriveTwice,
    by: staffPrincipal,
    now: new Date(),
  });

async function deliverMail(manners: SmtpBehavior) {
  office.behave(manners);
  const { mailId, jobId } = await fixture.queue(createMail());
  const delaySeconds = await fixture.deliver(jobId);
  return { mailId, jobId, delaySeconds, mail: await fixture.mail(mailId) };
}

const unknown = { code: 550, text: "5.1.1 No such user here", times: 1 };
const greylist = { code: 451, text: "4.7.1 Greylisted, come back later", times: 2 };
const busy = { code: 452, text: "4.3.1 Mail system full", times: 1 };
const spam = { code: 554, text: "5.7.1 Looks like spam", times: 1 };

test.each([
  ["the recipient", { refuse: unknown }, "550 5.1.1 No such user here"],
  ["the text", { refuseText: spam }, "554 5.7.1 Looks like spam"],
])("a server that refuses %s for good fails the mail, and the row says why", async (...row) => {
  const [, manners, why] = row;
  const { mailId, jobId, delaySeconds, mail } = await deliverMail(manners);
  expect(delaySeconds).toBeUndefined();
  expect(mail).toMatchObject({ state: "failed", lastError: why, sentAt: null });
  expect(await fixture.job(jobId)).toMatchObject({ state: "failed" });
  expect((await fixture.job(jobId))?.lastError).toContain(why);
  const logText = await waitForOutput(fixture.output, `"mailId":"${mailId}"`);
  expect(logText).not.toContain("No such user");
  await fixture.deliver(jobId);
  expect(office.mailbox).toEqual([]);
});

test.each([
  ["greylists the recipient twice", { refuse: greylist }, [60, 300], "451 4.7.1 Greylisted"],
  ["is full when it has read the text", { refuseText: busy }, [60], "452 4.3.1 Mail system full"],
  ["cuts the line before the text", { cutAtSender: 1 }, [60], "closed"],
])("a server that %s gets the mail later, once", async (...row) => {
  const [, manners, delays, why] = row;
  const { mailId, jobId, delaySeconds, mail } = await deliverMail(manners);
  expect(mail).toMatchObject({ state: "waiting", attempts: 1 });
  expect(mail?.lastError).toContain(why);
  // Never sooner than asked for: the queue adds its spread.
  let waitSeconds = delaySeconds;
  for (const [at, delay] of delays.entries()) {
    expect(waitSeconds).toBeGreaterThanOrEqual(delay);
    expect(office.mailbox).toEqual([]);
    await fixture.later(waitSeconds ?? 0);
    waitSeconds = await fixture.deliver(jobId);
    expect(await fixture.mail(mailId)).toMatchObject({ attempts: at + 1 + (waitSeconds ? 1 : 0) });
  }
  expect(waitSeconds).toBeUndefined();
  expect(office.mailbox).toHaveLength(1);
  expect(await fixture.mail(mailId)).toMatchObject({ state: "sent", lastError: null });
  expect(await fixture.job(jobId)).toMatchObject({ state: "done" });
});

test("a server that refuses for hours fails the mail in the end; staff can send it", async () => {
  const { mailId, jobId } = await deliverMail({ refuse: { ...greylist, times: 6 } });
  for (let attempt = 2; attempt <= 6; attempt += 1) {
    await fixture.later(6 * 60 * 60);
    await fixture.deliver(jobId);
  }
  expect(await fixture.mail(mailId)).toMatchObject({ state: "failed", attempts: 6 });
  expect(await fixture.job(jobId)).toMatchObject({ state: "failed" });
  expect(await repeat(jobId)).toBe("again");
  await fixture.deliver(jobId);
  expect(office.mailbox).toHaveLength(1);
  expect(await fixture.mail(mailId)).toMatchObject({ state: "sent" });
  expect(await repeat(jobId, true)).toBe("sent");
});

test("a line cut after the whole text left the mail unconfirmed, and it is not sent again", async () => {
  const { mailId, jobId, delaySeconds, mail } = await deliverMail({ cutText: "after-end" });
  expect(delaySeconds).toBeUndefined();
  expect(mail?.state).toBe("unconfirmed");
  expect(mail?.lastError).toContain("it may have arrived or not");
  expect(await fixture.job(jobId)).toMatchObject({ state: "failed" });
  await fixture.deliver(jobId);
  expect(office.mailbox).toHaveLength(1);
  await waitForOutput(fixture.output, '"event":"mail.unconfirmed"');
  // Staff have asked the recipient, who has nothing: it goes out under the same Message-ID.
  const first = office.mailbox[0]?.parsed.messageId;
  office.behave();
  expect(await repeat(jobId)).toBe("may-have-arrived");
  expect(await fixture.mail(mailId)).toMatchObject({ state: "unconfirmed" });
  expect(await repeat(jobId, true)).toBe("again");
  expect(await repeat(jobId, true)).toBe("under-way");
  await fixture.deliver(jobId);
  expect(office.mailbox.map(({ parsed: read }) => read.messageId)).toEqual([first]);
  expect(await fixture.mail(mailId)).toMatchObject({ state: "sent" });
});

test.each(["at-begin", "within"] as const)(
  "a line cut %s of the text leaves no mail behind, and one is sent later",
  async (cutText) => {
    const { mail, jobId, delaySeconds } = await deliverMail({ cutText });
    expect(delaySeconds).toBeGreaterThanOrEqual(60);
    expect(mail).toMatchObject({ state: "waiting", attempts: 1 });
    expect(mail?.lastError).toContain("closed");
    office.behave();
    await fixture.later(200);
    await fixture.deliver(jobId);
    await fixture.deliver(jobId);
    expect(office.mailbox).toHaveLength(1);
  },
);

test("a line cut while the database is slow to claim the mail leaves it to the next attempt", async () => {
  const slow = await createMailFixture(office);
  for (const statement of [
    "CREATE TABLE many (n INTEGER)",
    `INSERT INTO many WITH RECURSIVE c(n) AS
      (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 4000) SELECT n FROM c`,
    `CREATE TRIGGER slow BEFORE UPDATE ON mail_outbox WHEN NEW.state = 'sending' BEGIN
      SELECT count(*) FROM many a, many b WHERE a.n + b.n > 1; END`,
  ])
    await slow.db.run(statement);
  office.behave({ cutText: "a-moment-later" });
  const { mailId, jobId } = await slow.queue(createMail());
  expect(await slow.deliver(jobId)).toBeGreaterThanOrEqual(60);
  expect(await slow.mail(mailId)).toMatchObject({ state: "waiting", attempts: 1 });
  office.behave();
  await slow.later(200);
  await slow.deliver(jobId);
  expect(office.mailbox).toHaveLength(1);
  await slow.close();
});

test("a refused password delays the mail, and the row names the server's answer", async () => {
  office.behave();
  const wrong = await createMailFixture(office, { password: "wrong password" });
  const { mailId, jobId } = await wrong.queue(createMail());
  expect(await wrong.deliver(jobId)).toBeGreaterThanOrEqual(60);
  const mail = await findMail(wrong.db, mailId);
  expect(mail?.state).toBe("waiting");
  expect(mail?.lastError).toContain("535");
  const logText = await waitForOutput(wrong.output, '"reason":"smtp-auth-535"');
  expect(`${mail?.lastError}${logText}`).not.toContain("wrong password");
  expect(office.mailbox).toEqual([]);
  await wrong.close();
});
