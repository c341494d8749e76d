import { expect, test } from "vitest";
import { isSignedPath, signPath } from "./signed-link";

const secret = "k".repeat(32);
const now = new Date("2026-11-21T12:00:00Z");
const later = new Date("2026-11-22T12:00:00Z");
const open = (path: string) => new URL(path, "https://submit.example.com");

test("a signed path opens until it expires", async () => {
  const path = await signPath(secret, "/files/a.wav", later);
  expect(await isSignedPath(secret, open(path), now)).toBe(true);
  expect(await isSignedPath(secret, open(path), new Date("2026-11-23T00:00:00Z"))).toBe(false);
});

test("a signature opens neither another path nor a later expiry nor under another secret", async () => {
  const path = await signPath(secret, "/files/a.wav", later);
  expect(await isSignedPath(secret, open(path.replace("a.wav", "b.wav")), now)).toBe(false);
  expect(await isSignedPath(secret, open(path.replace(/expires=\d/, "expires=9")), now)).toBe(
    false,
  );
  expect(await isSignedPath("x".repeat(32), open(path), now)).toBe(false);
});

test.each(["/files/a", "/files/a?expires=x&signature=y", "/files/a?expires=9999999999"])(
  "%s without a whole signature does not open",
  async (path) => {
    expect(await isSignedPath(secret, open(path), now)).toBe(false);
  },
);
