import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { waitingList } from "~/domain/access/entry-tables.server";
import { joinWaitingList } from "~/domain/access/waiting-list.server";
import { confirmationMail } from "~/domain/mail/confirmation";
import { stopMails, verifyAddress } from "~/domain/mail/mail-limit.server";
import { mailAddresses, mailOutbox } from "~/domain/mail/mail-tables.server";
import { queueMail } from "~/domain/mail/outbox.server";
import { waitingListMail } from "~/domain/mail/waiting-list-mail";
import { findSubmission } from "~/domain/submission/record/submission-store.server";
import { receiptOf } from "~/features/wizard/success/receipt.server";
import { addDays } from "~/platform/clock";
import { randomIds } from "~/platform/ids";
import { parseSettings } from "~/platform/settings";
import { loader } from "~/routes/submit.joined";
import { recordSubmission } from "../../support/board-fixture";
import { createJobsFixture } from "../../support/jobs-fixture";
import { createMail, permissiveMailRules } from "../../support/mail-fixture";
import { openForFile } from "../../support/open-for-file";

/* What pages say about the confirmation mail, before and after it is written, is what happens. */

const ADDRESS = "ada@example.com";
const brand = { name: "Mahogany", supportEmail: "support@mahogany.example", deliveryWeeks: 4 };
const SMTP = {
  SMTP_HOST: "mail.example.com",
  SMTP_USERNAME: "u",
  SMTP_PASSWORD: "p",
  MAIL_FROM: "music@label.example",
};
const settingsWith = (extraFields: Record<string, string>) =>
  parseSettings({ SIGNING_SECRET: "s".repeat(32), MAIL_DAILY_LIMIT: "3", ...extraFields });
const rules = { ...permissiveMailRules, dailyLimit: 3 };
const fixture = await openForFile(createJobsFixture);
beforeEach(async () => {
  await fixture.reset();
  for (const table of [mailOutbox, mailAddresses, waitingList]) await fixture.db.delete(table);
});

/** The ways by which somebody reads of a confirmation: what they are told, and the mail itself. */
const variants = {
  "a submission": async (smtp: Record<string, string> = SMTP) => {
    const { db, now } = fixture;
    await recordSubmission(fixture, "S");
    return {
      promisedMail: async () => {
        const receipt = await receiptOf(
          { db, settings: settingsWith(smtp), clock: now, site: "https://portal.example" },
          "draft-S",
        );
        return [receipt?.sendsMail, receipt?.mailHeld];
      },
      mail: async () => {
        const submission = await findSubmission(db, "S");
        if (!submission) throw new Error("It is not there.");
        return confirmationMail(submission, brand);
      },
    };
  },
  "an entry of the waiting list": async (smtp: Record<string, string> = SMTP) => {
    const { db, now } = fixture;
    const artistData = {
      artistName: "Ada",
      firstName: "Ada",
      email: ADDRESS,
      listenLink: "https://x.example/a",
    };
    const joining = { ids: randomIds, now: now(), requestId: "R", perDay: 9 };
    const replyDueAt = addDays(now(), 14);
    const result = await joinWaitingList(db, artistData, { ...joining, replyDueAt });
    if (typeof result === "string") throw new Error("The list is full.");
    const { entry } = result;
    return {
      promisedMail: async () => {
        const request = new Request(`https://x.example/submit/joined?entry=${entry.id}`);
        const context = { db, settings: settingsWith(smtp), clock: now };
        const loaderArguments = { request, context, params: {} } as unknown as Parameters<
          typeof loader
        >[0];
        const data = await loader(loaderArguments);
        return [data.entry?.sendsMail, data.entry?.mailHeld];
      },
      mail: async () => waitingListMail({ ...entry, artistData }, brand),
    };
  },
} as const;
const each = Object.entries(variants);

const others = async (count: number) => {
  for (let n = 0; n < count; n++)
    await queueMail(
      fixture.db,
      createMail({ kind: "resume-link", recipient: ADDRESS }),
      rules,
      fixture.now(),
      randomIds,
    );
};

test.each(each)("%s: the mail is promised before and after it is sent", async (_, variant) => {
  const { promisedMail, mail } = await variant();
  // Its own mail is one of the three.
  await others(2);
  expect(await promisedMail()).toEqual([true, false]);
  expect(await queueMail(fixture.db, await mail(), rules, fixture.now(), randomIds)).toMatchObject({
    state: "waiting",
  });
  expect(await promisedMail()).toEqual([true, false]);
  await fixture.db.update(mailOutbox).set({ state: "sent" });
  expect(await promisedMail()).toEqual([true, false]);
});

test.each(each)(
  "%s: an address at its daily limit gets it later, and no page says why",
  async (_, variant) => {
    const { promisedMail, mail } = await variant();
    await others(3);
    expect(await promisedMail()).toEqual([false, true]);
    expect(
      await queueMail(fixture.db, await mail(), rules, fixture.now(), randomIds),
    ).toMatchObject({
      state: "held",
    });
    expect(await promisedMail()).toEqual([false, true]);
    await fixture.db.update(mailOutbox).set({ state: "sent" });
    expect(await promisedMail()).toEqual([true, false]);
  },
);

test.each(each)("%s: a confirmed address has no daily limit", async (_, variant) => {
  const { promisedMail } = await variant();
  await others(3);
  await verifyAddress(fixture.db, ADDRESS, fixture.now());
  expect(await promisedMail()).toEqual([true, false]);
});

test.each(each)(
  "%s: an address that has stopped mails gets none, and no page says why",
  async (_, variant) => {
    const { promisedMail, mail } = await variant();
    await stopMails(fixture.db, ADDRESS, "news", fixture.now());
    expect(await promisedMail()).toEqual([false, true]);
    expect(
      await queueMail(fixture.db, await mail(), rules, fixture.now(), randomIds),
    ).toMatchObject({
      state: "stopped",
    });
    expect(await promisedMail()).toEqual([false, true]);
  },
);

test.each(each)(
  "%s: a mail that could not be sent is not promised any more",
  async (_, variant) => {
    const { promisedMail, mail } = await variant();
    const receiptMail = await mail();
    await queueMail(fixture.db, receiptMail, rules, fixture.now(), randomIds);
    const ownRow = eq(mailOutbox.dedupeKey, receiptMail.dedupeKey);
    await fixture.db.update(mailOutbox).set({ state: "failed" }).where(ownRow);
    expect(await promisedMail()).toEqual([false, false]);
  },
);

test.each(each)("%s: where no mails are sent, none is promised", async (_, variant) => {
  const { promisedMail } = await variant({});
  expect(await promisedMail()).toEqual([false, false]);
});
