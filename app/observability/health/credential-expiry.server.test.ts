import { rootCertificates } from "node:tls";
import { expect, test } from "vitest";
import { certificateEnd } from "~/platform/certificate-end";
import { systemClock } from "~/platform/clock";
import { readCredentialEnds } from "~/platform/credential-ends";
import type { Fetcher } from "~/platform/http-client";
import { parseSettings } from "~/platform/settings";
import { accessCertificateExpiry } from "~/services/third-party-probes.server";
import { credentialExpiries, expiringSoon } from "./credential-expiry.server";

const now = new Date("2026-11-24T12:00:00Z");
const jwt = (claims: object) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "HS256" })}.${part(claims)}.c2lnbmF0dXJl`;
};

test("names and days are read from the setting", () => {
  const ends = readCredentialEnds("SMTP_PASSWORD:2027-06-30, Mail certificate:2027-01-15,");
  expect(ends).toEqual([
    { name: "SMTP_PASSWORD", endsAt: "2027-06-30T23:59:59.999Z" },
    { name: "Mail certificate", endsAt: "2027-01-15T23:59:59.999Z" },
  ]);
});

test.each(["SMTP_PASSWORD", "A:2027-02-30", "A:soon", ":2027-01-01", "A:2027-01-01,A:2027-01-02"])(
  "%s stops the start with a sentence that names the setting",
  (text) => {
    expect(readCredentialEnds(text)).toBeUndefined();
    const env = { SIGNING_SECRET: "s".repeat(32), CREDENTIALS_END: text };
    expect(() => parseSettings(env)).toThrow("CREDENTIALS_END must be pairs");
  },
);

test("a board's token that says its end is known by it, unless the setting says another", () => {
  const exp = Date.parse("2027-01-01T00:00:00Z") / 1_000;
  const tokenEnd = { name: "MONDAY_TOKEN", endsAt: "2027-01-01T00:00:00.000Z" };
  expect(credentialExpiries({ MONDAY_TOKEN: jwt({ exp }) })).toEqual([tokenEnd]);
  expect(credentialExpiries({ MONDAY_TOKEN: jwt({ iat: exp }) })).toEqual([]);
  expect(credentialExpiries({ MONDAY_TOKEN: "no token of three parts" })).toEqual([]);
  const settings = { MONDAY_TOKEN: jwt({ exp }), CREDENTIALS_END: "MONDAY_TOKEN:2027-03-01" };
  expect(credentialExpiries(settings)).toMatchObject([{ endsAt: "2027-03-01T23:59:59.999Z" }]);
});

test("staff hear of an end 14 days before it, and of one that has come", () => {
  const ends = ["2026-11-23", "2026-12-08", "2026-12-09"].map((day) => ({
    name: day,
    endsAt: `${day}T11:59:00.000Z`,
  }));
  expect(expiringSoon(ends, now)).toEqual([
    { rule: "expiry", subject: "2026-11-23", detail: expect.stringContaining("has ended on") },
    { rule: "expiry", subject: "2026-12-08", detail: "2026-12-08 ends on December 8, 2026." },
  ]);
});

test("of Cloudflare Access' certificates the last one counts, with 3 days of notice", async () => {
  const team = "label.cloudflareaccess.com";
  const certs = rootCertificates.slice(0, 3);
  const last =
    certs
      .map((pem) => certificateEnd(pem) ?? "")
      .toSorted()
      .at(-1) ?? "";
  const answer = { keys: [{}], public_certs: certs.map((cert) => ({ cert })) };
  const urls: string[] = [];
  const fetcher: Fetcher = async (request) => {
    urls.push(request.url);
    return Response.json(answer);
  };
  const ends = await accessCertificateExpiry(
    { ACCESS_TEAM_DOMAIN: team },
    { fetcher: fetcher, clock: systemClock },
  )();
  expect(urls).toEqual([`https://${team}/cdn-cgi/access/certs`]);
  expect(ends).toEqual([{ name: `Certificate of ${team}`, endsAt: last, noticeDays: 3 }]);
  const daysBefore = (days: number) => new Date(Date.parse(last) - days * 86_400_000);
  expect([expiringSoon(ends, daysBefore(4)), expiringSoon(ends, daysBefore(2))]).toMatchObject([
    [],
    [{}],
  ]);
});

test.each<[string, () => Promise<Response>]>([
  ["is away", () => Promise.reject(new Error("away"))],
  ["says something else", async () => Response.json({ keys: [] })],
])("where Cloudflare Access %s, no expiry is known", async (_, reply) => {
  expect(
    await accessCertificateExpiry(
      { ACCESS_TEAM_DOMAIN: "x.example" },
      { fetcher: reply, clock: systemClock },
    )(),
  ).toEqual([]);
});

test("without Cloudflare Access nobody is asked", async () => {
  const fetcher = () => Promise.reject(new Error("asked"));
  expect(await accessCertificateExpiry({}, { fetcher: fetcher, clock: systemClock })()).toEqual([]);
});
