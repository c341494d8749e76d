import { expect, test } from "vitest";
import { statusChangeMail } from "./status-mail";

const brand = { name: "Mahogany", supportEmail: "support@mahogany.example", deliveryWeeks: 4 };
const site = "https://submit.example.com";
const noFacts = {
  ...{ releaseDate: "2027-05-14", createdAt: "2027-02-26", replyDueAt: "2027-03-12" },
  ...{ isNew: true, hasSigned: false, hasSongwriters: true, isPublished: false },
  stores: [],
};

function mailAbout(status: string, facts: Partial<typeof noFacts> | object, reason?: string) {
  return statusChangeMail(
    {
      submissionId: "S",
      reference: "MHG-1",
      recipient: "ada@example.com",
      name: "Ada",
      release: "Notes",
      status,
      reason,
      at: "1",
      detailsUrl: `${site}/release-details/S`,
      pages: { site, submissionId: "S", facts: { ...noFacts, ...facts } },
    },
    brand,
  );
}

test("the first 'in progress' says yes, what to do with a link for each, and what happens next", () => {
  const { subject, text } = mailAbout("In Progress", {});
  expect(subject).toBe("Yes, we want to release it (MHG-1)");
  expect(text).toContain("YES, WE WANT TO RELEASE IT");
  expect(text).toMatch(/1\. Read and sign.*\n2\. Complete the release details.*\n3\. Ask your/);
  for (const link of [
    `Sign the agreement:\n${site}/agreement`,
    `Complete release details:\n${site}/release-details/S`,
    `Confirm the shares:\n${site}/release-details/S/splits`,
  ])
    expect(text).toContain(link);
  expect(text).toContain("WHAT HAPPENS NEXT");
});

test("who has signed is not asked to sign, and where nothing is to do the mail says that", () => {
  expect(mailAbout("in progress", { hasSigned: true }).text).not.toContain("/agreement");
  const { subject, text } = mailAbout("approved", { hasSigned: true });
  expect(subject).toContain("Yes, we want to release it");
  expect(text).toContain("There is nothing for you to do now.");
  expect(text).toContain("Your release is scheduled and will go live on the release date.");
  expect(mailAbout("approved", {}).text).toContain(`${site}/agreement`);
});

test("who wrote everything alone is not asked to ask songwriters", () => {
  const { text } = mailAbout("in progress", { hasSongwriters: false });
  expect(text).toContain("2. Complete the release details");
  expect(text).not.toMatch(/songwriters|splits/);
});

test("yes is said once: a later status has its own words", () => {
  expect(mailAbout("approved", { isNew: false }).subject).toContain("has been approved");
  expect(mailAbout("in progress", { isNew: false }).text).not.toContain("Yes, we want");
  expect(mailAbout("rejected", {}, "No.").subject).toContain("not approved");
});

test("a live release links its page once that is published, and the stores", () => {
  const stores = [{ name: "Bandcamp", href: "https://ada.bandcamp.com/notes" }];
  const { text } = mailAbout("live", { isPublished: true, stores });
  expect(text).toContain(`See its page, and share it:\n${site}/details/S`);
  expect(text).toContain("Bandcamp:\nhttps://ada.bandcamp.com/notes");
  expect(mailAbout("live", {}).text).not.toContain("/details/S");
});

test("a failed release says what failed and whom to write to", () => {
  const { subject, text } = mailAbout("failed", {}, "The stores refused the artwork.");
  expect(subject).toBe("We could not bring your release out (MHG-1)");
  expect(text).toContain("This is what went wrong:\n\nThe stores refused the artwork.");
  expect(text).toContain("Write to support@mahogany.example");
  expect(mailAbout("failed", {}).text).toContain("we tell you what went wrong");
});

test("each mail about a status says where the release stands, as its page does", () => {
  const { text } = mailAbout("Approved", { hasSigned: true });
  expect(text).toContain("WHERE IT STANDS");
  expect(text).toContain("Delivered: done\nOut: next, May 14, 2027");
  expect(mailAbout("rejected", {}, "No.").text).toContain("Listened to: no\nAgreed: later");
});
