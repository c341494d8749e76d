import { describe, expect, test } from "vitest";
import { artistCookie, staffCookie } from "./token-cookies.server";

const requestTo = (url: string, cookie = "") => new Request(url, { headers: { Cookie: cookie } });
const SITE = "https://submit.example.com/staff";
const token = "t".repeat(43);

describe.each([
  ["staff", staffCookie, 43_200],
  ["artist", artistCookie, 2_592_000],
] as const)("the cookie of a session of %s", (name, cookie, seconds) => {
  test("over HTTPS is this host's alone, travels encrypted only, and scripts cannot read it", async () => {
    const [pair = "", ...attributes] = (await cookie.serialize(requestTo(SITE), token)).split("; ");
    expect(pair.startsWith(`__Host-${name}=`)).toBe(true);
    expect(attributes.sort()).toEqual([
      "HttpOnly",
      `Max-Age=${seconds}`,
      "Path=/",
      "SameSite=Lax",
      "Secure",
    ]);
    expect(await cookie.read(requestTo(SITE, pair))).toBe(token);
    expect(await cookie.read(requestTo(SITE, pair.replace("__Host-", "")))).toBeUndefined();
    expect(await cookie.expire(requestTo(SITE))).toContain("Max-Age=0");
  });

  test.each(["", "x", "%%%", "bnVsbA==", "A".repeat(5_000)])("%s holds no token", async (value) => {
    const local = requestTo("http://localhost:8788/staff", `${name}=${value}`);
    expect(await cookie.read(local)).toBeUndefined();
  });
});
