import { expect, test } from "vitest";
import { resumeLinkMail } from "./resume-link";

const url = "https://submit.example.com/submit/continue/secret-key?a=1&b=2";
const mail = resumeLinkMail(
  { recipient: "ada@example.com", url, keyHash: "cafe", until: "March 12, 2027" },
  { name: "Mahogany", supportEmail: "support@mahogany.example", deliveryWeeks: 4 },
);

test("it brings the link and says how long it works and who can use it", () => {
  expect(mail).toMatchObject({ recipient: "ada@example.com", kind: "resume-link" });
  expect(mail.subject).toBe("Your link to continue your submission to Mahogany");
  for (const part of [
    url,
    "until March 12, 2027",
    "14 days after every change",
    "Anyone with the link can open and change your draft",
    "support@mahogany.example",
  ])
    expect(mail.text).toContain(part);
});

test("in HTML the address is a link, and still an address", () => {
  expect(mail.html).toContain(
    '<a href="https://submit.example.com/submit/continue/secret-key?a=1&amp;b=2">https://submit.',
  );
});

test("one link gives one mail, and the name of the occasion does not give the link away", () => {
  expect(mail.dedupeKey).toBe("resume-link:cafe");
  expect(mail.dedupeKey + mail.subject).not.toContain("secret-key");
});
