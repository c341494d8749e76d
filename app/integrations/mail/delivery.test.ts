import { expect, test } from "vitest";
import { classifyFailure, retryAfter, type SmtpFailure } from "./delivery";

const failure = (fields: Partial<SmtpFailure>): SmtpFailure => ({
  message: "m",
  ended: false,
  ...fields,
});

test.each([
  [{ code: "EENVELOPE", responseCode: 550, response: "550 No such user" }, "fail", "smtp-550"],
  [{ code: "EENVELOPE", responseCode: 451, response: "451 Later" }, "retry", "smtp-451"],
  [{ code: "EMESSAGE", responseCode: 554, ended: true }, "fail", "smtp-554"],
  [{ code: "EMESSAGE", responseCode: 452, ended: true }, "retry", "smtp-452"],
  [{ code: "ECONNECTION", responseCode: 421, ended: true }, "retry", "smtp-421"],
  [{ code: "EAUTH", responseCode: 535 }, "retry", "smtp-auth-535"],
  [{ code: "EPROTOCOL", responseCode: 554 }, "retry", "smtp-554"],
  [{ code: "EENVELOPE" }, "fail", "smtp-unsendable"],
  [{ code: "ETIMEDOUT" }, "retry", "smtp-timeout"],
  [{ code: "ETLS" }, "retry", "smtp-tls"],
  [{ code: "ESOCKET" }, "retry", "smtp-line"],
  [{ code: "ECONNECTION" }, "retry", "smtp-line"],
  [{}, "retry", "smtp-error"],
  [{ code: "toString" }, "retry", "smtp-error"],
  [{ code: "ETIMEDOUT", ended: true }, "unconfirmed", "smtp-no-answer"],
  [{ code: "ECONNECTION", ended: true }, "unconfirmed", "smtp-no-answer"],
  [{ code: "EMESSAGE", ended: true }, "unconfirmed", "smtp-no-answer"],
] as const)("%j: %s, with the reason %s", (fields, next, reason) => {
  expect(classifyFailure(failure(fields))).toMatchObject({ next, reason });
});

test("staff read the server's own answer, at most 500 characters of it", () => {
  expect(classifyFailure(failure({ response: "550 5.1.1 No such user" })).detail).toBe(
    "550 5.1.1 No such user",
  );
  expect(classifyFailure(failure({ response: "x".repeat(9_000) })).detail).toHaveLength(500);
});

test("where no answer came after the whole mail, staff read that it may have arrived", () => {
  expect(classifyFailure(failure({ ended: true, message: "closed" })).detail).toBe(
    "No answer came after the whole mail had left (closed): it may have arrived or not. Ask the recipient, or send it again.",
  );
});

test("attempts are a minute to four hours apart, and the sixth is the last", () => {
  expect([1, 2, 3, 4, 5, 6].map(retryAfter)).toEqual([60, 300, 900, 3_600, 14_400, undefined]);
});
