import { expect, test } from "vitest";
import { signPath } from "~/platform/signed-link";
import { readStartToken, startToken } from "./start-token.server";

const secret = "k".repeat(32);
const draft = "01JD7Z5R8Q0000000000000000";
const start = new Date("2026-11-21T12:00:00.123Z");
const now = new Date("2026-11-21T12:20:00Z");

test("a start that was signed for a draft is read back to the millisecond", async () => {
  const token = await startToken(secret, draft, start);
  expect(await readStartToken(secret, draft, token, now)).toEqual(start);
});

test("a token is invalid under another secret, for another draft, or after a day", async () => {
  const token = await startToken(secret, draft, start);
  expect(await readStartToken("x".repeat(32), draft, token, now)).toBeUndefined();
  expect(await readStartToken(secret, "01JD7Z5R8Q0000000000000001", token, now)).toBeUndefined();
  const nextWeek = new Date("2026-11-28T12:00:00Z");
  expect(await readStartToken(secret, draft, token, nextWeek)).toBeUndefined();
});

test("a changed start is rejected", async () => {
  const token = await startToken(secret, draft, start);
  const forgedToken = token.replace(String(start.getTime()), String(start.getTime() - 60_000));
  expect(forgedToken).not.toBe(token);
  expect(await readStartToken(secret, draft, forgedToken, now)).toBeUndefined();
});

test("the signature of a file link is not valid as a start", async () => {
  const link = await signPath(secret, `/files/${draft}/123`, new Date("2026-11-22T12:00:00Z"));
  expect(await readStartToken(secret, draft, link, now)).toBeUndefined();
});

test.each(["", "x", "//", "/form-start/", `/form-start/${draft}/123`, `/form-start/${draft}/1?x`])(
  "%j is no start",
  async (token) => {
    expect(await readStartToken(secret, draft, token, now)).toBeUndefined();
  },
);
