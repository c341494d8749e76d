import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { waitForOutput } from "../../support/log-lines";
import { createMail, createMailFixture, type MailFixture } from "../../support/mail-fixture";
import { selfSignedCertificate } from "../../support/self-signed-certificate";
import { type SmtpServer, startSmtpServer, USER } from "../../support/smtp-server";

const IMPATIENT = { greeting: 1_000, answer: 1_000, all: 20_000 };
let office: SmtpServer;
let impatient: MailFixture;
beforeAll(async () => {
  office = await startSmtpServer("implicit");
  impatient = await createMailFixture(office, { timeouts: IMPATIENT });
});
afterAll(async () => {
  await impatient.close();
  await office.close();
});
beforeEach(() => office.behave());

async function deliverMail(fixture: MailFixture) {
  const { mailId, jobId } = await fixture.queue(createMail());
  const delaySeconds = await fixture.deliver(jobId);
  return { mailId, jobId, delaySeconds, mail: await fixture.mail(mailId) };
}

test("asked how it is, a server is signed in to and gets no mail", async () => {
  expect(await impatient.probe()).toBe("well");
  expect(office).toMatchObject({ mailbox: [], passwords: [USER.password] });
  const stranger = await createMailFixture(office, { password: "wrong password" });
  expect(await stranger.probe()).toContain("535");
  await stranger.close();
  const none = await createMailFixture(undefined);
  expect(await none.probe()).toBe("off");
  await none.close();
});

test("a server that never greets is tried again later", async () => {
  office.behave({ silent: "at-greeting" });
  const { jobId, delaySeconds, mail } = await deliverMail(impatient);
  expect(delaySeconds).toBeGreaterThanOrEqual(60);
  expect(mail).toMatchObject({ state: "waiting" });
  expect(mail?.lastError).toContain("did not answer in time");
  await waitForOutput(impatient.output, '"reason":"smtp-timeout"');
  expect((await impatient.job(jobId))?.lastError).toContain("smtp-timeout");
});

test("a server that takes the text and never says so leaves the mail unconfirmed", async () => {
  office.behave({ silent: "after-text" });
  const { jobId, mail } = await deliverMail(impatient);
  expect(mail).toMatchObject({ state: "unconfirmed" });
  await impatient.deliver(jobId);
  expect(office.mailbox).toHaveLength(1);
});

test.each(["implicit", "starttls"] as const)(
  "over %s TLS a server that is not who it says gets neither password nor mail",
  async (tls) => {
    const impostor = await startSmtpServer(tls, { certificate: selfSignedCertificate() });
    const fixture = await createMailFixture(impostor);
    const { mail, delaySeconds } = await deliverMail(fixture);
    expect(delaySeconds).toBeGreaterThanOrEqual(60);
    expect(mail).toMatchObject({ state: "waiting", attempts: 1 });
    expect(mail?.lastError).toBeTruthy();
    expect(impostor).toMatchObject({ mailbox: [], passwords: [] });
    await fixture.close();
    await impostor.close();
  },
);

test("a server without encryption gets neither password nor mail", async () => {
  const plain = await startSmtpServer("starttls", { withoutStartTls: true });
  const fixture = await createMailFixture(plain);
  expect((await deliverMail(fixture)).mail).toMatchObject({ state: "waiting", attempts: 1 });
  expect(plain).toMatchObject({ mailbox: [], passwords: [] });
  await fixture.close();
  await plain.close();
});

test("a line that is cut after STARTTLS is noticed at once", async () => {
  const cutting = await startSmtpServer("starttls");
  cutting.behave({ cutAtSender: 1 });
  const fixture = await createMailFixture(cutting);
  const { jobId, mail } = await deliverMail(fixture);
  expect(mail).toMatchObject({ state: "waiting" });
  // Not the words for a server that took too long.
  expect(mail?.lastError).toContain("closed");
  await fixture.later(200);
  await fixture.deliver(jobId);
  expect(cutting.mailbox).toHaveLength(1);
  await fixture.close();
  await cutting.close();
});

test("a server that is not there is tried again later", async () => {
  const closedOffice = await startSmtpServer("implicit");
  await closedOffice.close();
  const fixture = await createMailFixture(closedOffice);
  const { mail, delaySeconds } = await deliverMail(fixture);
  expect(delaySeconds).toBeGreaterThanOrEqual(60);
  expect(mail).toMatchObject({ state: "waiting" });
  expect(mail?.lastError).toContain("cannot be reached");
  await fixture.close();
});

test.each(["before-text", "after-text"] as const)(
  "a worker killed %s is followed by no second mail",
  async (point) => {
    const stateDir = mkdtempSync(join(tmpdir(), "mail-"));
    const first = await createMailFixture(office, { stateDir });
    const { mailId, jobId } = await first.queue(createMail());
    const hold = office.hold(point);
    const firstDelivery = first.deliver(jobId).catch(() => "killed");
    await hold.reached;
    await first.close();
    await firstDelivery;
    hold.release();

    const second = await createMailFixture(office, { stateDir });
    // The lease of the job runs out, and then the longest that an attempt can take.
    await second.later(130);
    const waitSeconds = await second.deliver(jobId);
    if (point === "after-text") expect(waitSeconds).toBeGreaterThanOrEqual(180);
    await second.later(waitSeconds ?? 0);
    await second.deliver(jobId);
    const { state, lastError } = (await second.mail(mailId)) ?? {};
    expect(office.mailbox).toHaveLength(1);
    expect(state).toBe(point === "before-text" ? "sent" : "unconfirmed");
    if (state === "unconfirmed") expect(lastError).toContain("it may have arrived or not");
    await second.close();
    rmSync(stateDir, { recursive: true, force: true });
  },
);
