import { expect, test } from "vitest";
import { accountMail } from "./account-part.server";
import { invitationMail, returningLinkMail } from "./artist-links";
import { detailsRequestMail } from "./details-request";
import { draftExpiryKey, draftExpiryMail } from "./draft-expiry";
import { entryStatusMail } from "./entry-status-mail";
import { SECRET_KINDS } from "./mail-kinds";
import { newEmailMail } from "./new-email";
import { signInLinkMail } from "./sign-in-link";
import { overdueMail, staffAlertMail } from "./staff-alerts";
import { boardChangeMail, type StatusChange, statusChangeMail } from "./status-mail";

const brand = { name: "Mahogany", supportEmail: "support@mahogany.example", deliveryWeeks: 4 };
const url = "https://submit.example.com/sign-in/secret-token";

test("the mail to sign in brings the link and says how long it works; its occasion keeps it secret", () => {
  const mail = signInLinkMail(
    {
      recipient: "ada@example.com",
      url,
      tokenHash: "cafe",
      minutes: 15,
      until: "noon",
      greeted: {},
    },
    brand,
  );
  expect(mail).toMatchObject({ kind: "sign-in-link", dedupeKey: "sign-in-link:cafe:noon" });
  expect(mail.text).toContain(url);
  expect(mail.text).toContain("It works once, for 15 minutes.");
  expect(mail.html).toContain(`<a href="${url}">`);
});

test("the mail of an account brings the artist id, the code and the way in; each code has its own mail", () => {
  const login = "https://submit.example.com/login";
  const names = { artistId: "A-7K4P29", greeted: {} };
  const news = { accountId: "01A", recipient: "ada@example.com", ...names };
  const secret = { invitationCode: "7K4P2-9QXTM", codeMark: "f".repeat(64) };
  const mail = accountMail({ ...news, ...secret, again: false }, login, brand);
  expect(mail.text).toContain("Artist ID: A-7K4P29");
  expect(mail.text).toContain("Invitation code: 7K4P2-9QXTM");
  expect(mail.text).toContain(login);
  expect(mail.dedupeKey).not.toContain("7K4P2");
  const next = { ...secret, codeMark: "e".repeat(64), again: true };
  const again = accountMail({ ...news, ...next }, login, brand);
  expect(again.dedupeKey).not.toBe(mail.dedupeKey);
  expect(again.text).toContain("The old code no longer works");
});

test.each([
  [invitationMail, "invitation:cafe", "It's for one release, and you can start until May 1, 2027."],
  [returningLinkMail, "returning-link:cafe", "Use it as often as you like until May 1, 2027."],
])(
  "a link that lets an artist in says for how long it does; its occasion keeps it secret",
  (letter, dedupeKey, text) => {
    const link = { recipient: "ada@example.com", url, tokenHash: "cafe", until: "May 1, 2027" };
    const mail = letter({ ...link, artistName: "Ada" }, brand);
    expect(mail.dedupeKey).toBe(dedupeKey);
    expect(mail.text).toContain(url);
    expect(mail.text).toContain(text);
    expect(mail.html).toContain(`<a href="${url}">`);
  },
);

test("a new address gets its link; one that is an account's already gets none, and is told why", () => {
  const wish = { artistId: "01A", recipient: "ada@example.com", tokenHash: "cafe", hours: 24 };
  const mail = newEmailMail({ ...wish, url }, brand);
  expect(mail).toMatchObject({ kind: "new-email", dedupeKey: "new-email:cafe" });
  expect(mail.text).toContain(url);
  expect(mail.text).toContain("It works once, for 24 hours.");
  const mailWithoutLink = newEmailMail({ ...wish, url: undefined }, brand);
  expect(mailWithoutLink.text).not.toContain("https://");
  expect(mailWithoutLink.text).toContain(
    "The address already belongs to an account, so nothing has changed.",
  );
});

const draft = {
  draftId: "01D",
  recipient: "ada@example.com",
  expiresAt: "2027-03-12T09:00:00.000Z",
  url: "https://submit.example.com/submit/continue/secret-key",
};

test("the warning names the day on which the draft is deleted, and the way back to it", () => {
  const mail = draftExpiryMail(draft, brand);
  expect(mail.subject).toContain("we delete it on March 12, 2027");
  expect(mail.text).toContain(draft.url);
  expect(mail.text).toContain("Every change keeps it for another 14 days.");
  expect(mail.dedupeKey).toBe(draftExpiryKey(draft));
  expect(mail.dedupeKey).not.toContain("secret-key");
});

test("a draft that is extended by a change is warned about again", () => {
  const later = { ...draft, expiresAt: "2027-03-20T09:00:00.000Z" };
  expect(draftExpiryKey(later)).not.toBe(draftExpiryKey(draft));
});

test("mails with a secret link or code, and the last one to an artist, are emptied once sent", () => {
  const kinds = [
    draftExpiryMail(draft, brand).kind,
    "sign-in-link",
    "confirm-link",
    "account",
    "new-email",
    "resume-link",
    "invitation",
    "returning-link",
    "split-request",
    "split-reminder",
    "data-deleted",
  ];
  expect([...SECRET_KINDS].sort()).toEqual(kinds.sort());
});

function change(changes: Partial<StatusChange>) {
  return statusChangeMail(
    {
      submissionId: "S",
      reference: "MHG-1",
      recipient: "ada@example.com",
      name: "Ada",
      release: "Notes",
      status: "approved",
      at: "2027-01-01T00:00:00.000Z",
      ...changes,
    },
    brand,
  );
}

test.each([
  [
    "pending",
    "Your submission is being reviewed",
    "We'll update you once we've reviewed your submission.",
  ],
  [
    "processing",
    "Your music is being processed",
    "Your music is being processed for distribution.",
  ],
  [
    "approved",
    "Your release has been approved",
    "Your release is scheduled and will go live on the release date.",
  ],
  ["live", "Your music is now live!", "Your music is now available on all platforms."],
  ["on hold", "Submission status: on hold", "Check back for status updates on your submission."],
  // Names that every object knows are no statuses.
  [
    "constructor",
    "Submission status: constructor",
    "Check back for status updates on your submission.",
  ],
])("the mail about status %s says: %s %s", (status, title, text) => {
  const mail = change({ status });
  expect(mail.subject).toBe(`${title} (MHG-1)`);
  expect(mail.text).toContain(title.toUpperCase());
  expect(mail.text).toContain(text);
  expect(mail).toMatchObject({ submissionId: "S", recipient: "ada@example.com" });
});

test("a rejection carries its reason, and does not send the artist to their mail for it", () => {
  const { subject, text } = change({ status: "rejected", reason: " The vocals clip at 1:20. " });
  expect(subject).toBe("Your submission was not approved (MHG-1)");
  expect(text).toContain("This is why:\n\nThe vocals clip at 1:20.\n");
  expect(text).not.toContain("check your email");
});

const fixUrl = "https://submit.example.com/fix/your-own-link";

test("a request for changes says what to change, and leads to the release", () => {
  const asked = { status: "pending", changes: true, reason: " Louder vocals. ", fixUrl };
  const { subject, plainSubject, text, fixLink } = change(asked);
  expect(subject).toBe('Please change something in "Notes" (MHG-1)');
  expect(plainSubject).toBe("Please change something in your release (MHG-1)");
  expect(text).toContain("Louder vocals.");
  expect(text).toContain(`Fix it and send it again:\n${fixUrl}`);
  expect(fixLink).toBe("changes");
});

test("a rejection leads to the release as well, and other news do not", () => {
  const rejection = change({ status: "rejected", reason: "Too quiet.", fixUrl });
  expect(rejection).toMatchObject({ fixLink: "rejected", hasStatusLink: true });
  expect(rejection.text).toContain(fixUrl);
  const approval = change({ status: "approved", fixUrl });
  expect([approval.fixLink, approval.text.includes(fixUrl)]).toEqual([undefined, false]);
});

test("a final no says so and has no link; 'not yet' has it for later", () => {
  const rejection = { status: "rejected", reason: "Not our music.", fixUrl };
  const final = change({ ...rejection, answer: "final" });
  expect(final.fixLink).toBeUndefined();
  expect(final.text).toContain("This is our last word on this release");
  expect(final.text).not.toContain(fixUrl);
  const later = change({ ...rejection, answer: "later" });
  expect(later.fixLink).toBe("rejected");
  expect(later.text).toContain("It isn't a no for ever.");
  expect(later.text).toContain(fixUrl);
});

test("a rejection without a reason says how to get it", () => {
  expect(change({ status: "rejected" }).text).toContain("write to support@mahogany.example");
});

const CHECK_BACK = "Check back for status updates on your submission.";

test("a release in progress waits for its artist: its mail says so, and leads to its details", () => {
  const detailsUrl = "https://submit.example.com/release-details/S";
  const mail = change({ status: "In Progress", reason: "The ISRC is missing.", detailsUrl });
  expect(mail.subject).toBe("Submission status: In Progress (MHG-1)");
  expect(mail.text).toContain(`Complete release details:\n${detailsUrl}`);
  expect(mail.text).toContain("The ISRC is missing.");
  expect(mail.text).not.toContain(CHECK_BACK);
  // Of the waiting list nothing is completed.
  expect(change({ status: "in progress" }).text).toContain(CHECK_BACK);
  expect(change({ status: "approved", detailsUrl }).text).not.toContain(detailsUrl);
});

test.each([
  [
    "pending",
    "You're still on our waiting list",
    "We haven't decided yet. Once we have, we'll write to you.",
  ],
  [
    "approved",
    "We'd like to hear more",
    "we'd like to have your release. We send you another email with your own link to submit it.",
  ],
  ["rejected", "We can't release your music", "This is why:\n\nNot for us."],
])(
  "an entry of the waiting list that is %s is told '%s', and of no release",
  (status, title, text) => {
    const about = { submissionId: "W", reference: "MHG-1", recipient: "ada@example.com" };
    const mail = entryStatusMail(
      { ...about, name: "Ada", status, at: "change 1", reason: "Not for us." },
      brand,
    );
    expect(mail).toMatchObject({
      subject: `${title} (MHG-1)`,
      dedupeKey: `status:W:${status}:change 1`,
    });
    expect(mail.text).toContain(text);
    expect(mail.text).toContain("Not for us.");
    expect(mail.text).toContain("Reference: MHG-1");
    expect(mail.text).not.toMatch(/Release:|scheduled|submission|live/);
  },
);

test("a request for details lists them by where each is given, by when, and leads there", () => {
  const request = {
    ...{ submissionId: "S", reference: "MHG-1", recipient: "ada@example.com", name: "Ada" },
    ...{ release: "Notes", at: "2027-01-01T00:00:00.000Z", site: "https://submit.example.com" },
    onPage: ["the UPC or EAN", "the ISRC (track 1)"],
    byMail: ["who wrote the music (track 2)"],
  };
  const { kind, subject, text } = detailsRequestMail({ ...request, until: "May 1, 2027" }, brand);
  expect([kind, subject]).toEqual([
    "details-request",
    "We need a few details for your release (MHG-1)",
  ]);
  expect(text).toContain("a few details from you. Please give them to us by May 1, 2027.");
  const [onPage = "", byMail = ""] = text.split("Please send us this by email");
  expect(onPage).toContain("1. The UPC or EAN\n2. The ISRC (track 1)");
  expect(onPage).toContain("https://submit.example.com/release-details/S");
  expect(byMail).toContain("to support@mahogany.example:\n\n1. Who wrote the music (track 2)");
  expect(text).toContain("Release: Notes");
  const later = detailsRequestMail({ ...request, onPage: [], until: undefined }, brand).text;
  expect(later).toContain("a few details from you.\n");
  expect(later).not.toContain("/release-details/");
});

test("a change on the board causes the same mail", () => {
  const submission = {
    id: "S",
    reference: "MHG-1",
    artistName: "Ada",
    email: "ada@example.com",
    releaseTitle: "Notes",
    replyDueAt: "2027-01-05T00:00:00.000Z",
  };
  const boardChange = { submission, status: "in progress", changeNumber: 2 };
  const mail = boardChangeMail(boardChange, brand, "https://submit.example.com");
  expect(mail.text).toContain("https://submit.example.com/release-details/S");
});

test("a status that is set again causes another mail", () => {
  expect(change({ at: "2027-02-01T00:00:00.000Z" }).dedupeKey).not.toBe(change({}).dedupeKey);
});

const overdue = (reference: string) => ({
  reference,
  artistName: "Ada\nLovelace",
  release: "Notes",
  replyDueAt: "2027-01-05T00:00:00.000Z",
});

test("the team gets one mail a day about overdue replies, with their due dates", () => {
  const mail = overdueMail([overdue("A-1"), overdue("A-2")], "2027-01-06", "team@x.example", {
    brand,
  });
  expect(mail).toMatchObject({
    subject: "2 replies are overdue",
    dedupeKey: "overdue:2027-01-06",
    recipient: "team@x.example",
  });
  expect(mail.text).toContain("A-1: Ada Lovelace, Notes: due January 5, 2027");
  expect(overdueMail([overdue("A-1")], "2027-01-06", "t@x.example", { brand }).subject).toBe(
    "1 reply is overdue",
  );
});

test("where more replies are overdue than a mail names, it says how many there are", () => {
  const options = { brand, total: 150 };
  const mail = overdueMail([overdue("A-1")], "2027-01-06", "t@x.example", options);
  expect(mail.subject).toBe("150 replies are overdue");
  expect(mail.text).toContain("And 149 more, which are due later.");
});

test("an alert says what is wrong and where to look; what others typed stays text", () => {
  const mail = staffAlertMail(
    {
      key: "job-failed:01J",
      subject: "A submission\r\nis not on the board",
      sentences: ["The board refused the column."],
      facts: [["Column", "<b>Genre</b>"]],
      url: "https://submit.example.com/staff",
      submissionId: "S",
    },
    "team@x.example",
    brand,
  );
  expect(mail).toMatchObject({
    dedupeKey: "staff-alert:job-failed:01J",
    subject: "A submission is not on the board",
    submissionId: "S",
  });
  expect(mail.text).toContain("Column: <b>Genre</b>");
  expect(mail.html).toContain("&lt;b&gt;Genre");
  expect(mail.text).toContain("https://submit.example.com/staff");
});
