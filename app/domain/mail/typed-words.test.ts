import * as v from "valibot";
import { expect, test } from "vitest";
import { releaseFormSchema } from "~/domain/submission/record/release-form";
import { accountMail } from "./account-part.server";
import { agreementCopyMail } from "./agreement-copy";
import { invitationMail, returningLinkMail } from "./artist-links";
import { confirmLinkMail, tokenMadeMail } from "./confirm-link";
import { confirmationMail } from "./confirmation";
import { dataDeletedMail, deletionRequestedMail } from "./data-requests";
import { detailsRequestMail } from "./details-request";
import { draftExpiryMail } from "./draft-expiry";
import { entryStatusMail } from "./entry-status-mail";
import { type Greeted, greetingBlock } from "./greeting";
import type { Mail } from "./mail";
import { renderMailText } from "./mail-content";
import { withMailFooter } from "./mail-footer";
import { mailKinds, mailTraits } from "./mail-kinds";
import { emailNotice, newEmailMail } from "./new-email";
import { fixUrlOf } from "./own-links";
import { resumeLinkMail } from "./resume-link";
import { signInLinkMail } from "./sign-in-link";
import { splitDisputeMail, splitReminderMail, splitRequestMail } from "./split-mails";
import { overdueMail, staffAlertMail } from "./staff-alerts";
import { detailsUrlOf, fixLinkMail, statusChangeMail } from "./status-mail";
import { waitingListMail } from "./waiting-list-mail";

/* Every kind of mail, with hostile text in every field that an artist fills in. */

const brand = { name: "Mahogany", supportEmail: "support@mahogany.example", deliveryWeeks: 4 };
const url = "https://submit.example.com/submit/continue/key";
const page = "https://submit.example.com/mail/01M?expires=1&signature=ab";
const FIX_SITE = "https://x.example";
const recipient = "ada@example.com";

const hostile = [
  "Invoice overdue https://pay.evil.test/now",
  "www.evil.test",
  "evil.test/pay",
  "boss@evil.test",
  "ev\u200bil.\u2060test",
  "ｅｖｉｌ．ｔｅｓｔ",
  "evil。test",
  "tset.live\u202e",
  "x\r\nBcc: eve@evil.test\r\n\r\nReply due by: today",
  "x\u2028Reference: FAKE\u2029\u0085\u000bhttps://evil.test",
  '"><a href="https://evil.test">Mahogany</a><!--',
  "<!-- ending -->https://evil.test",
];

function createMails(words: string): Mail[] {
  const metadata = { soloWork: true };
  const clip = { id: "c", startTime: "0", endTime: "1", description: words };
  const form = v.parse(releaseFormSchema, {
    artistName: words,
    firstName: words,
    surname: words,
    releaseTitle: words,
    bio: words,
    primaryGenre: words,
    subGenre: words,
    distributor: words,
    earlyReleaseReason: words,
    releaseType: "ep",
    tracks: ["a", "b"].map((uploadId) => ({
      title: words,
      uploadId,
      metadata,
      socialClipsEnabled: true,
      socialClips: [clip],
    })),
  });
  const file = { uploadId: "a", kind: "track" as const, slot: "a", key: "k", contentType: "x/y" };
  const files = [{ ...file, fileName: `${words}.wav`, size: 1, sha256: "5e".repeat(32) }];
  const submission = { id: "S", reference: "R", email: recipient, form, files };
  const artistData = {
    artistName: words,
    firstName: words,
    email: recipient,
    listenLink: words,
  };
  const overdue = { reference: "R", artistName: words, release: words, replyDueAt: "2027-01-05" };
  const change = { submissionId: "S", reference: "R", recipient, name: words, release: words };
  const link = { recipient, url, tokenHash: "h", until: "May 1, 2027" };
  const greeted = { firstName: words, artistName: words };
  const account = { accountId: "A", codeMark: "m", again: false, greeted };
  const agreement = { requestId: "Q", signedAt: "2027-03-12", size: 1, hash: "5e".repeat(32) };
  const splitLetter = {
    submissionId: "S",
    letterId: "L",
    recipient,
    url,
    name: words,
    firstName: words,
    artistName: words,
    release: words,
  };
  return [
    confirmationMail(
      { ...submission, createdAt: "2027-02-26", replyDueAt: "2027-03-12T00:00:00.000Z" },
      brand,
    ),
    waitingListMail(
      { id: "W", reference: "R", replyDueAt: "2027-03-12T00:00:00.000Z", artistData },
      brand,
    ),
    resumeLinkMail({ recipient, url, keyHash: "h", until: "May 1, 2027" }, brand),
    signInLinkMail({ recipient, url, tokenHash: "h", minutes: 15, until: "noon", greeted }, brand),
    accountMail(
      { ...account, recipient, artistId: "A-7K4P29", invitationCode: "7K4P2-9QXTM" },
      url,
      brand,
    ),
    confirmLinkMail({ recipient, url, tokenHash: "h", minutes: 15, greeted }, brand),
    tokenMadeMail({ recipient, sessionId: "01S", until: "May 1, 2028", url, greeted }, brand),
    agreementCopyMail(
      { ...agreement, recipient, artistId: "01A", greeted, documentKey: "agreements/1.pdf" },
      url,
      brand,
    ),
    newEmailMail({ artistId: "01A", recipient, url, tokenHash: "h", hours: 24 }, brand),
    emailNotice({ artistId: "01A", recipient, event: "asked", tokenHash: "h", greeted }, brand),
    invitationMail({ ...link, firstName: words, artistName: words }, brand),
    returningLinkMail({ ...link, artistName: words }, brand),
    statusChangeMail({ ...change, status: "approved", at: "1" }, brand),
    fixLinkMail({ ...change, kind: "changes", at: "1", site: FIX_SITE }, brand),
    detailsRequestMail(
      { ...change, at: "1", site: FIX_SITE, onPage: ["the UPC"], byMail: [], until: undefined },
      brand,
    ),
    entryStatusMail({ ...change, status: "approved", at: "1" }, brand),
    draftExpiryMail({ draftId: "D", recipient, url, expiresAt: "2027-03-12" }, brand),
    ...[splitRequestMail, splitReminderMail].map((letter) =>
      letter(
        { ...splitLetter, tracks: [{ title: words, share: 60 }], until: "May 1, 2027" },
        brand,
      ),
    ),
    splitDisputeMail(
      { ...splitLetter, occasion: "o", track: words, writer: words, share: 60, note: words },
      brand,
    ),
    deletionRequestedMail(
      { requestId: "Q", recipient, startsAt: "2027-03-12", dueAt: "2027-04-11", url, greeted },
      brand,
    ),
    dataDeletedMail({ requestId: "Q", recipient, deleted: ["1 mail"], kept: ["none"] }, brand),
    overdueMail([overdue], "2027-01-06", "t@x.example", { brand }),
    staffAlertMail(
      { key: "k", subject: "s", sentences: ["One."], facts: [["Reason", words]] },
      "t@x.example",
      brand,
    ),
  ];
}

const typedText = (body: string) =>
  body
    .replace(/<head>.*<\/head>/s, "")
    .replace(/ (class|style|href)="[^"]*"/g, "")
    .replaceAll(brand.supportEmail, "")
    .replaceAll(url, "")
    .replaceAll(fixUrlOf(FIX_SITE), "")
    .replaceAll(detailsUrlOf(FIX_SITE, "S"), "")
    .replaceAll(page, "")
    .replaceAll(page.replaceAll("&", "&amp;"), "");

const CLICKABLE = /https?:\/|www\.\w|evil[.．。]\S|@evil|\S@\S/i;
const OTHER_LINE = /[\u200b\u202e\u2060\u2028\u2029\u0085\v]/;

test.each(hostile)("nothing in %j is clickable or looks like another line", (words) => {
  const plainMails = createMails("x");
  const mails = createMails(words);
  expect(new Set(mails.map(({ kind }) => kind))).toEqual(new Set(mailKinds));
  mails.forEach((mail, index) => {
    const ending = { page, verified: false };
    const { text, html } = withMailFooter(mail, ending);
    for (const part of [typedText(text), typedText(html)])
      expect([mail.kind, CLICKABLE.exec(part)?.[0]]).toEqual([mail.kind, undefined]);
    for (const part of [mail.subject, typedText(text), typedText(html)])
      expect([mail.kind, OTHER_LINE.exec(part)?.[0]]).toEqual([mail.kind, undefined]);
    expect(mail.subject).not.toMatch(/[\r\n]/);
    const plainMail = plainMails[index];
    expect(mail.plainSubject).toBe(plainMail?.plainSubject);
    const title = mail.plainSubject.replaceAll("'", "&#39;");
    expect(html).toContain(`<title>${title}</title>`);
    expect(text.split("\n").length).toBe(
      plainMail && withMailFooter(plainMail, ending).text.split("\n").length,
    );
    const links = (body = "") => body.match(/<a\b/g)?.length;
    expect(links(html)).toBe(links(plainMail && withMailFooter(plainMail, ending).html));
  });
});

/** Addresses that anybody may have typed, or whose reader's name is deleted. */
const KINDS_WITHOUT_NAME = ["resume-link", "new-email", "draft-expiry", "data-deleted"];

test("every mail to an artist or songwriter greets by first name, else by artist name", () => {
  for (const { kind, text, html } of createMails("Ada")) {
    if (kind.endsWith("-alert")) continue;
    const greeting = KINDS_WITHOUT_NAME.includes(kind) ? "Hello," : "Hello Ada,";
    expect([kind, text.split("\n\n")[1]]).toEqual([kind, greeting]);
    expect(html).toContain(`>${greeting}</p>`);
  }
  const text = (greeted: Greeted) =>
    renderMailText({ subject: "s", brand: "B", blocks: [greetingBlock(greeted)] });
  expect(text({ firstName: " ", artistName: "The Fins" })).toContain("Hello The Fins,");
  expect(text({})).toContain("Hello,");
});

test("mails that can be stopped end with a link to do it, and no others", () => {
  for (const mail of createMails("x")) {
    const { stoppedBy } = mailTraits(mail.kind);
    for (const verified of [true, false]) {
      const { text, html } = withMailFooter(mail, { page, verified });
      for (const body of [text, html]) {
        const hasStop = body.includes("Unwanted email? Stop emails to this address");
        expect([mail.kind, hasStop]).toEqual([mail.kind, stoppedBy !== "nothing"]);
        // Using a link to a draft or to sign in verifies the address; a link that staff can copy does not.
        const askingKinds = ["confirmation", "waiting-list", "status-change", "fix-link"];
        askingKinds.push("account", "invitation", "returning-link");
        askingKinds.push("split-request", "split-reminder", "split-dispute");
        askingKinds.push("details-request");
        const asksToConfirm = !verified && askingKinds.includes(mail.kind);
        expect(body.includes("Yes, this is my address")).toBe(asksToConfirm);
      }
    }
  }
});
