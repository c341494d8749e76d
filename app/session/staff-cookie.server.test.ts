import { expect, test } from "vitest";
import { noStaffCookieHeader, readStaffToken, staffCookieHeader } from "./staff-cookie.server";

const at = (url: string, cookie = "") => new Request(url, { headers: { Cookie: cookie } });
const SITE = "https://submit.example.com/staff";
const token = "t".repeat(43);

test("over HTTPS the cookie is this host's alone, travels encrypted only, and scripts cannot read it", async () => {
  const [pair = "", ...attributes] = (await staffCookieHeader(at(SITE), token)).split("; ");
  expect(pair).toMatch(/^__Host-staff=/);
  expect(attributes.sort()).toEqual([
    "HttpOnly",
    "Max-Age=43200",
    "Path=/",
    "SameSite=Lax",
    "Secure",
  ]);
  expect(await readStaffToken(at(SITE, pair))).toBe(token);
  expect(await readStaffToken(at(SITE, pair.replace("__Host-", "")))).toBeUndefined();
  expect(await noStaffCookieHeader(at(SITE))).toContain("Max-Age=0");
});

test.each(["staff=", "staff=x", "staff=%%%", "staff=bnVsbA==", `staff=${"A".repeat(5_000)}`, ""])(
  "%s holds no token",
  async (cookie) => {
    expect(await readStaffToken(at("http://localhost:8788/staff", cookie))).toBeUndefined();
  },
);
