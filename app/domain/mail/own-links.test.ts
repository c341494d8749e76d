import { expect, test } from "vitest";
import { fixUrlOf, withFixToken, withoutFixTokens, withoutOwnLinks } from "./own-links";

const site = "https://submit.example.com";
const token = "Ab3-_".padEnd(43, "x");

test("a token is put into both bodies, and taken out of them again", () => {
  const body = `Fix it:\n${fixUrlOf(site)}\n<a href="${fixUrlOf(site)}">`;
  const written = withFixToken(body, site, token);
  expect(written.split(token)).toHaveLength(3);
  expect(withoutFixTokens(written)).toBe(body);
});

test("whoever else reads a mail sees neither its tokens nor its signatures", () => {
  const text = `${site}/mail/M?expires=1&signature=a ${site}/status/S?expires=1&signature=b`;
  expect(withoutOwnLinks(`${text} ${fixUrlOf(site, token)}`)).toBe(
    `${site}/mail/M ${site}/status/S ${fixUrlOf(site)}`,
  );
});
