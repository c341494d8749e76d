import { describe, expect, test } from "vitest";
import { addDays } from "./clock";
import { signFileLink, verifyFileLink } from "./file-link";
import type { LinkKeys } from "./link-keys";
import { signPath } from "./signed-link";

const PATH = "/files/01UP/S%C3%B6ng%20%231.wav";
const now = new Date("2026-11-21T12:00:00.900Z");
const issuedAt = Date.parse("2026-11-21T12:00:00Z") / 1000;
const old = { id: "2026a", secret: "a".repeat(32) };
const young = { id: "2026b", secret: "b".repeat(32) };
const plain: LinkKeys = { secret: "s".repeat(32), keys: [] };
const before: LinkKeys = { ...plain, keys: [old] };
const rotatedKeys: LinkKeys = { ...plain, keys: [young, old] };
const youngKeyOnly: LinkKeys = { ...plain, keys: [young] };

const judge = (keys: LinkKeys, link: string, at = now) =>
  verifyFileLink(keys, new URL(link, "https://submit.example.com"), at);
const opens = { kind: "signed", issued: issuedAt };
const unknown = { kind: "unknown" };

describe.each([
  ["the signing secret", plain],
  ["a key of its own", before],
])("a link signed by %s", (_, keys) => {
  const link = () => signFileLink(keys, PATH, now);

  test("opens for 180 days and says when it was issued", async () => {
    expect(await judge(keys, await link())).toEqual(opens);
    expect(await judge(keys, await link(), addDays(now, 179.9))).toEqual(opens);
    expect(await judge(keys, await link(), addDays(now, 180.1))).toEqual({ kind: "expired" });
  });

  test("is the same every time it is made for that time", async () => {
    expect(await link()).toBe(await link());
  });

  test.each([
    ["another path", PATH, "/files/01UQ/x.wav"],
    ["a later issue", `issued=${issuedAt}`, `issued=${issuedAt + 1}`],
    ["an issue written otherwise", `issued=${issuedAt}`, `issued=0${issuedAt}`],
    ["no issue", `issued=${issuedAt}&`, ""],
    ["a second issue", "issued=", "issued=9999999999&issued="],
    ["a later end", "expires=1", "expires=2"],
    ["no end", /expires=\d+/, "x=y"],
    ["an end that is no number", /expires=\d+/, "expires=never"],
    ["another signature", /signature=.*/, `signature=${"0".repeat(64)}`],
    ["an empty signature", /signature=.*/, "signature="],
    [
      "a signature in capitals",
      /signature=.*/,
      (text: string) => `signature=${text.slice(10).toUpperCase()}`,
    ],
    ["a signature cut short", /.$/, ""],
    ["an unknown key", /(&key=\w+)?&expires/, "&key=2025z&expires"],
    ["an empty key", /(&key=\w+)?&expires/, "&key=&expires"],
    ["a second key", /&expires/, "&key=2026a&key=2026b&expires"],
  ])("opens nothing once it says %s", async (_, from, to) => {
    const signedLink = await link();
    const changedLink = signedLink.replace(from, to as string);
    expect(changedLink).not.toBe(signedLink);
    expect(await judge({ ...rotatedKeys }, changedLink)).toEqual(unknown);
    expect(await judge(keys, changedLink)).toEqual(unknown);
  });

  test("is not valid for another portal", async () => {
    const others = keys.keys.map(({ id }) => ({ id, secret: "x".repeat(32) }));
    expect(await judge({ secret: "x".repeat(32), keys: others }, await link())).toEqual(unknown);
  });
});

test("the first key signs, and those behind it still open what they signed", async () => {
  const [first, second] = [
    await signFileLink(before, PATH, now),
    await signFileLink(rotatedKeys, PATH, now),
  ];
  expect(first).toContain("&key=2026a&");
  expect(second).toContain("&key=2026b&");
  for (const link of [first, second]) expect(await judge(rotatedKeys, link)).toEqual(opens);
});

test("a retired key opens nothing", async () => {
  expect(await judge(youngKeyOnly, await signFileLink(before, PATH, now))).toEqual(unknown);
});

test("a link of one key is not one of another, nor of none", async () => {
  const link = await signFileLink(before, PATH, now);
  expect(await judge(rotatedKeys, link.replace("2026a", "2026b"))).toEqual(unknown);
  expect(await judge(rotatedKeys, link.replace("&key=2026a", ""))).toEqual(unknown);
});

test("links from before there were keys open until the signing secret is changed", async () => {
  const link = await signPath(plain.secret, PATH, addDays(now, 180));
  for (const keys of [plain, rotatedKeys]) expect(await judge(keys, link)).toEqual(opens);
  expect(await judge(plain, link, addDays(now, 181))).toEqual({ kind: "expired" });
  const changedKeys = { ...rotatedKeys, secret: "t".repeat(32) };
  expect(await judge(changedKeys, link)).toEqual(unknown);
  expect(await judge(changedKeys, await signFileLink(plain, PATH, now))).toEqual(unknown);
});

test("an old link cannot be given another time of issue", async () => {
  const link = await signPath(plain.secret, PATH, addDays(now, 180));
  for (const more of ["issued=9999999999", "key=2026a", "issued=9999999999&key=2026a"])
    expect(await judge(rotatedKeys, `${link}&${more}`)).toEqual(unknown);
});

test("what a mail program adds to an address does not matter", async () => {
  expect(await judge(plain, `${await signFileLink(plain, PATH, now)}&utm_source=mail`)).toEqual(
    opens,
  );
});

test("an address without a signature is no link", async () => {
  expect(await judge(plain, PATH)).toEqual({ kind: "none" });
});
