import { expect, test } from "vitest";
import { toDisplayedMail } from "./displayed-mail.server";
import { isSecretKind, mailKinds, SECRET_KINDS } from "./mail-kinds";
import type { QueuedMail } from "./outbox.server";

function createMail(kind: string, textBody: string): QueuedMail {
  return {
    id: "M",
    dedupeKey: "M",
    kind,
    recipient: "a@b.example",
    address: "a@b.example",
    mailbox: "a@b.example",
    submissionId: null,
    artistId: null,
    subject: "Hello",
    textBody,
    htmlBody: `<p>${textBody}</p>`,
    state: "waiting",
    messageId: null,
    attempts: 0,
    lastError: null,
    attachmentKey: null,
    requester: "anybody",
    sendingSince: null,
    releasedAt: null,
    sentAt: null,
    createdAt: "2027-01-01",
  };
}

test.each([...mailKinds, "of-a-later-version"])(
  "the text of a mail of kind %s is shown only if it opens nothing",
  (kind) => {
    const mail = toDisplayedMail(createMail(kind, "code 7K4P2"));
    expect(JSON.stringify(mail).includes("7K4P2")).toBe(!isSecretKind(kind));
    expect(mail.isKept).toBe(true);
  },
);

test("an unknown kind is secret", () => {
  expect(isSecretKind("of-a-later-version")).toBe(true);
  for (const kind of SECRET_KINDS) expect(isSecretKind(kind)).toBe(true);
});

test("the signature of the footer link is not shown", () => {
  const mail = toDisplayedMail(
    createMail(
      "confirmation",
      'Stop: <a href="https://x.example/mail/01M?exp=9&amp;sig=abc">x</a>',
    ),
  );
  expect(mail.text).toBe('Stop: <a href="https://x.example/mail/01M">x</a>');
  expect(mail.html).not.toContain("sig=");
});

test("a developer on their own machine reads everything", () => {
  const mail = toDisplayedMail(createMail("sign-in-link", "link"), { showsSecrets: true });
  expect([mail.text, mail.html]).toEqual(["link", "<p>link</p>"]);
});

test("a secret mail that was sent has no text any more, and cannot be sent again", () => {
  expect(toDisplayedMail(createMail("account", "")).isKept).toBe(false);
});
