import { beforeEach, expect, test } from "vitest";
import { allowMailsAgain } from "~/api/mails";
import { refusedReply } from "~/api/replies";
import { audit } from "~/domain/access/staff/staff-tables.server";
import { isVerifiedAddress, readStopScope } from "~/domain/mail/mail-limit.server";
import { mailPageUrl } from "~/domain/mail/mail-page.server";
import { mailAddresses, mailOutbox } from "~/domain/mail/mail-tables.server";
import { queueMail } from "~/domain/mail/outbox.server";
import { randomIds } from "~/platform/ids";
import { parseSettings } from "~/platform/settings";
import { action, loader } from "~/routes/mail.$mailId";
import { anonymousScope, staffPrincipal, staffScope } from "../../support/accounts";
import { createJobsFixture } from "../../support/jobs-fixture";
import { createMail, permissiveMailRules, putMail } from "../../support/mail-fixture";
import { openForFile } from "../../support/open-for-file";

const ADA = "ada+press@example.com";
const MAILBOX = "ada@example.com";
const fixture = await openForFile(createJobsFixture);
beforeEach(async () => {
  await fixture.reset();
  await fixture.db.delete(mailOutbox);
  await fixture.db.delete(mailAddresses);
  await fixture.db.delete(audit);
});

type Args = Parameters<typeof action>[0];
const settings = parseSettings({ SIGNING_SECRET: permissiveMailRules.secret });

function actionArgs(url: string, init?: RequestInit): Args {
  const mailId = new URL(url).pathname.split("/")[2];
  const context = { db: fixture.db, clock: fixture.now, settings };
  const request = new Request(url, init);
  return { request, params: { mailId }, context } as unknown as Args;
}
const post = (url: string, body: BodyInit) =>
  action(actionArgs(url, { method: "POST", body })).then((reply) =>
    "init" in reply ? (reply.init?.status ?? 200) : reply.status,
  );
const press = (url: string, intent: string) => post(url, new URLSearchParams({ intent }));
const readMailPage = async (url: string) => (await loader(actionArgs(url))).data;

/** The page of a mail, from the link in its text. */
async function pageOfMail(recipient = ADA): Promise<string> {
  await putMail(fixture.db, createMail({ recipient }), fixture.now());
  const rows = await fixture.db.select().from(mailOutbox);
  const text = rows.at(-1)?.textBody ?? "";
  return /https:\S+\/mail\/\S+/.exec(text.slice(text.indexOf("Unwanted email?")))?.[0] ?? "";
}
const isVerified = () => isVerifiedAddress(fixture.db, ADA);
const readStop = () => readStopScope(fixture.db, MAILBOX);
const isStopped = async () => (await readStop()) !== undefined;

test("opening the page, as scanners do, changes nothing and shows no complete address", async () => {
  const page = await pageOfMail();
  for (let n = 0; n < 3; n++)
    expect(await readMailPage(page)).toEqual({
      shown: "a…@example.com",
      verified: false,
    });
  expect([await isVerified(), await isStopped()]).toEqual([false, false]);
});

test("one press confirms the address, another stops its mails, a third allows them again", async () => {
  const page = await pageOfMail();
  expect(await press(page, "confirm")).toBe(303);
  expect([await isVerified(), await isStopped()]).toEqual([true, false]);
  expect(await press(page, "stop")).toBe(303);
  expect(await press(page, "stop")).toBe(303);
  expect([await isVerified(), await isStopped()]).toEqual([true, true]);
  expect(await readMailPage(page)).toMatchObject({ stopped: "news" });
  expect(await press(page, "allow")).toBe(303);
  expect([await isVerified(), await isStopped()]).toEqual([true, false]);
});

test("a second press stops the news of decisions, too, and the first never takes that back", async () => {
  const page = await pageOfMail();
  await press(page, "stop");
  expect(await readStop()).toBe("news");
  expect(await press(page, "stop-all")).toBe(303);
  expect(await readStop()).toBe("all");
  await press(page, "stop");
  expect(await readStop()).toBe("all");
  await press(page, "allow");
  expect(await readStop()).toBeUndefined();
});

test("stopping does not confirm the address, and other presses do nothing", async () => {
  const page = await pageOfMail();
  for (const intent of ["", "Stop", "constructor"]) expect(await press(page, intent)).toBe(400);
  expect(await press(page, "stop")).toBe(303);
  expect([await isVerified(), await isStopped()]).toEqual([false, true]);
});

const form = new FormData();
form.append("List-Unsubscribe", "One-Click");
test.each([
  ["a form", () => new URLSearchParams({ "List-Unsubscribe": "One-Click" })],
  ["a form of several parts", () => form],
])(
  "a mailbox's own button stops mails by %s, without a page, cookie or origin",
  async (_, body) => {
    expect(await post(await pageOfMail(), body())).toBe(200);
    expect(await readStop()).toBe("news");
  },
);

test("a page address without our signature opens and changes nothing", async () => {
  const page = await pageOfMail();
  const other = new URL(await pageOfMail("eve@example.com"));
  const swappedUrl = new URL(page);
  swappedUrl.pathname = other.pathname;
  const past = await mailPageUrl(
    { ...permissiveMailRules, secret: "t".repeat(32) },
    "01X",
    fixture.now(),
  );
  for (const url of [swappedUrl.href, past, page.slice(0, -1), page.split("?")[0] ?? ""]) {
    expect((await loader(actionArgs(url))).init?.status).toBe(404);
    expect(await press(url, "stop")).toBe(404);
  }
  expect(await fixture.db.$count(mailAddresses)).toBe(0);
});

test("staff can allow mails to an address again; nobody else can", async () => {
  const page = await pageOfMail();
  await press(page, "stop");
  const id = new URL(page).pathname.split("/")[2];
  const allow = async (mailId: string | undefined, scope = staffScope) => {
    const request = new Request(`http://localhost:8788/api/mails/${mailId}/allow`, {
      method: "POST",
    });
    const call = Object.assign(request, { params: { id: mailId } });
    const routedRequest = call as unknown as Parameters<typeof allowMailsAgain>[0];
    const pendingReply = allowMailsAgain(routedRequest, {
      db: fixture.db,
      clock: fixture.now,
      ids: randomIds,
      scope,
    });
    return (await pendingReply.catch(refusedReply)).status;
  };
  expect([await allow(id, anonymousScope), await allow("unknown"), await isStopped()]).toEqual([
    403,
    404,
    true,
  ]);
  expect([await allow(id), await isStopped()]).toEqual([200, false]);
  // A second press changes nothing, so it has no audit entry.
  expect(await allow(id)).toBe(200);
  expect(await fixture.db.select().from(audit)).toMatchObject([
    {
      action: "mails-allowed",
      subject: id,
      staffId: staffPrincipal.id,
      staffName: staffPrincipal.name,
    },
  ]);
});

test("an address is confirmed by its spelling, and stopped for its whole mailbox", async () => {
  const page = await pageOfMail();
  await press(page, "stop");
  const mail = createMail({ kind: "resume-link", recipient: "Ada@Example.com" });
  expect(await queueMail(fixture.db, mail, permissiveMailRules, fixture.now(), randomIds)).toEqual({
    kind: "refused",
  });
});
