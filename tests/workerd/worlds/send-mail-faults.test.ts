import { afterAll, beforeAll, expect, test } from "vitest";
import { findMail, sendMailAgain } from "~/mail/mail-store.server";
import { type MailWorld, mailWorld, someMail } from "../../support/mail-world";
import { type Manners, type PostOffice, startPostOffice } from "../../support/post-office";

let office: PostOffice;
let world: MailWorld;
beforeAll(async () => {
  office = await startPostOffice("implicit");
  world = await mailWorld(office);
});
afterAll(async () => {
  await world.close();
  await office.close();
});

async function delivered(manners: Manners) {
  office.behave(manners);
  const { mailId, jobId } = await world.queue(someMail());
  const delaySeconds = await world.deliver(jobId);
  return { mailId, jobId, delaySeconds, mail: await world.mail(mailId) };
}

const unknown = { code: 550, text: "5.1.1 No such user here", times: 1 };
const greylist = { code: 451, text: "4.7.1 Greylisted, come back later", times: 2 };
const busy = { code: 452, text: "4.3.1 Mail system full", times: 1 };
const spam = { code: 554, text: "5.7.1 Looks like spam", times: 1 };

test.each([
  ["the recipient", { refuse: unknown }, "550 5.1.1 No such user here"],
  ["the text", { refuseText: spam }, "554 5.7.1 Looks like spam"],
])("a server that refuses %s for good fails the mail, and the row says why", async (...given) => {
  const [, manners, why] = given;
  const { mailId, jobId, delaySeconds, mail } = await delivered(manners);
  expect(delaySeconds).toBeUndefined();
  expect(mail).toMatchObject({ state: "failed", lastError: why, sentAt: null });
  expect(await world.job(jobId)).toMatchObject({ state: "failed" });
  expect((await world.job(jobId))?.lastError).toContain(why);
  expect(world.output()).toContain(`"mailId":"${mailId}"`);
  expect(world.output()).not.toContain("No such user");
  await world.deliver(jobId);
  expect(office.mailbox).toEqual([]);
});

test.each([
  ["greylists the recipient twice", { refuse: greylist }, [60, 300], "451 4.7.1 Greylisted"],
  ["is full when it has read the text", { refuseText: busy }, [60], "452 4.3.1 Mail system full"],
  ["cuts the line before the text", { cutAtSender: 1 }, [60], "closed"],
])("a server that %s gets the mail later, once", async (...given) => {
  const [, manners, delays, why] = given;
  const { mailId, jobId, delaySeconds, mail } = await delivered(manners);
  expect(mail).toMatchObject({ state: "waiting", attempts: 1 });
  expect(mail?.lastError).toContain(why);
  // Never sooner than asked for: the queue adds its spread.
  let asked = delaySeconds;
  for (const [at, delay] of delays.entries()) {
    expect(asked).toBeGreaterThanOrEqual(delay);
    expect(office.mailbox).toEqual([]);
    await world.later(asked ?? 0);
    asked = await world.deliver(jobId);
    expect(await world.mail(mailId)).toMatchObject({ attempts: at + 1 + (asked ? 1 : 0) });
  }
  expect(asked).toBeUndefined();
  expect(office.mailbox).toHaveLength(1);
  expect(await world.mail(mailId)).toMatchObject({ state: "sent", lastError: null });
  expect(await world.job(jobId)).toMatchObject({ state: "done" });
});

test("a server that refuses for hours fails the mail in the end; staff can send it", async () => {
  const { mailId, jobId } = await delivered({ refuse: { ...greylist, times: 6 } });
  for (let attempt = 2; attempt <= 6; attempt += 1) {
    await world.later(6 * 60 * 60);
    await world.deliver(jobId);
  }
  expect(await world.mail(mailId)).toMatchObject({ state: "failed", attempts: 6 });
  expect(await world.job(jobId)).toMatchObject({ state: "failed" });
  expect(await sendMailAgain(world.db, mailId, new Date())).toBe(jobId);
  await world.deliver(jobId);
  expect(office.mailbox).toHaveLength(1);
  expect(await world.mail(mailId)).toMatchObject({ state: "sent" });
});

test("a line cut after the whole text left the mail unconfirmed, and it is not sent again", async () => {
  const { mailId, jobId, delaySeconds, mail } = await delivered({ cutText: "after-end" });
  expect(delaySeconds).toBeUndefined();
  expect(mail?.state).toBe("unconfirmed");
  expect(mail?.lastError).toContain("it may have arrived or not");
  expect(await world.job(jobId)).toMatchObject({ state: "failed" });
  await world.deliver(jobId);
  expect(office.mailbox).toHaveLength(1);
  expect(world.output()).toContain('"event":"mail.unconfirmed"');
  // Staff have asked the recipient, who has nothing: it goes out under the same Message-ID.
  const first = office.mailbox[0]?.read.messageId;
  office.behave();
  expect(await sendMailAgain(world.db, mailId, new Date())).toBe(jobId);
  await world.deliver(jobId);
  expect(office.mailbox.map(({ read }) => read.messageId)).toEqual([first]);
  expect(await world.mail(mailId)).toMatchObject({ state: "sent" });
});

test("a line cut when the text begins leaves no mail, and the row says so", async () => {
  const { mail, jobId } = await delivered({ cutText: "at-begin" });
  expect(office.mailbox).toEqual([]);
  // Whether the server's cut or our last byte came first is not ours to know.
  expect(["waiting", "unconfirmed"]).toContain(mail?.state);
  expect(mail?.lastError).toBeTruthy();
  office.behave();
  await world.later(200);
  await world.deliver(jobId);
  expect(office.mailbox).toHaveLength(mail?.state === "waiting" ? 1 : 0);
});

test("a refused password delays the mail, and the row names the server's answer", async () => {
  office.behave();
  const wrong = await mailWorld(office, { password: "wrong password" });
  const { mailId, jobId } = await wrong.queue(someMail());
  expect(await wrong.deliver(jobId)).toBeGreaterThanOrEqual(60);
  const mail = await findMail(wrong.db, mailId);
  expect(mail?.state).toBe("waiting");
  expect(mail?.lastError).toContain("535");
  expect(`${mail?.lastError}${wrong.output()}`).not.toContain("wrong password");
  expect(wrong.output()).toContain('"reason":"smtp-auth-535"');
  expect(office.mailbox).toEqual([]);
  await wrong.close();
});
