import { expect, test } from "vitest";
import { mailTroubleText, type TroubledState } from "./mail-trouble";

const mail = (state: TroubledState, kind = "status-change") => ({
  ...{ id: "M", kind, subject: "Your share", recipient: "bea@example.com", jobId: "J" },
  ...{ state, lastError: "450 Try later" },
});

test.each<[TroubledState, string, string | undefined]>([
  [
    "waiting",
    "The email to the artist about the decision hasn't been sent yet. It goes out automatically once the mail server accepts it.",
    "450 Try later",
  ],
  [
    "failed",
    "The email to the artist about the decision hasn't been sent. It won't go out automatically.",
    "450 Try later",
  ],
  [
    "unconfirmed",
    "The email to the artist about the decision was sent, but the mail server didn't answer. It may have arrived. Ask the recipient before you send it again.",
    undefined,
  ],
  [
    "held",
    "The email to the artist about the decision hasn't been sent yet. This address has had all its emails for today. It goes out automatically later.",
    undefined,
  ],
])("a mail that is %s is told with what happens next", (state, text, reason) => {
  expect(mailTroubleText(mail(state))).toEqual({ text, ...(reason && { reason }) });
});

test("another mail is named by its subject and its reader", () => {
  expect(mailTroubleText(mail("failed", "split-request")).text).toMatch(
    /^The email "Your share" to bea@example.com hasn't been sent\./,
  );
});
