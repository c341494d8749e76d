import { expect, test } from "vitest";
import { isSecret } from "~/platform/formats/secret-shape";
import { randomIds } from "~/platform/ids";
import { idsOfPress } from "./ids-of-press";

const NEW = "N".repeat(43);
const press = "P".repeat(43);
const secretOf = async (fields: Record<string, string>, secret = "s".repeat(32)) => {
  const portal = { ids: { ...randomIds, secret: () => NEW }, settings: { SIGNING_SECRET: secret } };
  return (await idsOfPress(portal, new URLSearchParams(fields))).secret();
};

test("a form that is posted twice gets one secret, which the page does not know", async () => {
  const fields = { intent: "make-link", press };
  expect(await secretOf(fields)).toBe(await secretOf(fields));
  expect(isSecret(await secretOf(fields))).toBe(true);
  expect(await secretOf(fields)).not.toBe(await secretOf(fields, "t".repeat(32)));
});

test("another page, another button and an edited form get other secrets", async () => {
  const secrets = await Promise.all([
    secretOf({ intent: "make-link", press }),
    secretOf({ intent: "make-link", press: "Q".repeat(43) }),
    secretOf({ intent: "mail-link", press }),
    secretOf({ intent: "mail-link", press, email: "ada@example.com" }),
  ]);
  expect(new Set(secrets).size).toBe(4);
});

test.each(["", "short", "P".repeat(44)])(
  "without an id of a page (%j) it is a new one",
  async (id) => expect(await secretOf({ press: id })).toBe(NEW),
);
