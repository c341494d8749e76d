import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { expect, test } from "vitest";
import { network } from "~/platform/http-client";
import { type AccessKeyCache, createAccessVerifier } from "./access.server";

const TEAM = "label.cloudflareaccess.com";
const AUD = "4714c1358e65fe4b408ad6d432a5f878f08194bdb4752441fd56faefa9b2b6f2";
const settings = { ACCESS_TEAM_DOMAIN: TEAM, ACCESS_AUD: AUD };
const noon = new Date("2026-11-23T12:00:00Z");
const seconds = noon.getTime() / 1_000;
const validClaims = {
  aud: [AUD],
  email: "ada@label.example",
  iss: `https://${TEAM}`,
  type: "app",
  iat: seconds - 60,
  nbf: seconds - 60,
  exp: seconds + 3_600,
  sub: "7335d417",
};

async function createKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid, use: "sig", alg: "RS256" };
  const sign = (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid }).sign(privateKey);
  return { jwk, sign };
}

const first = await createKey("first");

/** A team whose keys can change while the verifier is in use. */
async function createTeam() {
  let answer = () => Response.json({ keys: [first.jwk] });
  const urls: string[] = [];
  const memory: AccessKeyCache = {};
  const fetcher = async ({ url }: Request) => {
    urls.push(url);
    return answer();
  };
  const createVerifier = () => createAccessVerifier(settings, memory, { fetcher, cooldownMs: 0 });
  return {
    urls,
    verify: async (token: string, now = noon) => createVerifier()?.verify(token, now),
    setAnswer: (next: () => Response) => {
      answer = next;
    },
  };
}

test("a token of Access gives a member of staff by email; its keys are loaded once", async () => {
  const { verify, urls } = await createTeam();
  const token = await first.sign(validClaims);
  const staff = { kind: "staff", email: "ada@label.example" };
  expect([await verify(token), await verify(token)]).toEqual([staff, staff]);
  expect(urls).toEqual([`https://${TEAM}/cdn-cgi/access/certs`]);
});

test.each([
  ["for another application", { aud: ["0".repeat(64)] }],
  ["for none", { aud: undefined }],
  ["of another team", { iss: "https://other.cloudflareaccess.com" }],
  ["that has expired", { exp: seconds - 1 }],
  ["that never expires", { exp: undefined }],
  ["that does not count yet", { nbf: seconds + 600 }],
  ["of a service token, without an e-mail", { email: undefined }],
  ["with an e-mail that is none", { email: "ada" }],
])("a token %s is refused", async (_, overrides) => {
  const { verify } = await createTeam();
  const claims = Object.fromEntries(
    Object.entries({ ...validClaims, ...overrides }).filter(([, value]) => value !== undefined),
  );
  expect(await verify(await first.sign(claims))).toEqual({ kind: "unknown" });
});

test("a token with another signature, changed or unsigned, is refused", async () => {
  const { verify } = await createTeam();
  const stranger = await createKey("first");
  const [head = "", , signature = ""] = (await first.sign(validClaims)).split(".");
  const claims = btoa(JSON.stringify({ ...validClaims, email: "eve@evil.example" })).replace(
    /=/g,
    "",
  );
  const none = btoa(JSON.stringify({ alg: "none" })).replace(/=/g, "");
  for (const token of [
    await stranger.sign(validClaims),
    `${head}.${claims}.${signature}`,
    `${none}.${claims}.`,
    "nonsense",
    "",
    "a.b.c",
    "x".repeat(10_000),
  ])
    expect(await verify(token)).toEqual({ kind: "unknown" });
});

test("when Access rotates its keys, the new ones are loaded and the old ones refused", async () => {
  const { verify, urls, setAnswer } = await createTeam();
  const second = await createKey("second");
  expect(await verify(await first.sign(validClaims))).toMatchObject({ kind: "staff" });
  setAnswer(() => Response.json({ keys: [second.jwk] }));
  expect(await verify(await second.sign(validClaims))).toMatchObject({ kind: "staff" });
  expect(urls).toHaveLength(2);
  expect(await verify(await first.sign(validClaims))).toEqual({ kind: "unknown" });
});

test.each([
  ["an error", () => new Response("no", { status: 500 })],
  ["something else", () => Response.json({ nothing: true })],
  [
    "nothing",
    () => {
      throw new TypeError("network down");
    },
  ],
] as const)("where Access answers %s, a token is unchecked", async (_, answer) => {
  const { verify, setAnswer } = await createTeam();
  setAnswer(answer);
  expect(await verify(await first.sign(validClaims))).toMatchObject({ kind: "unchecked" });
});

test("without settings there is no verifier", () => {
  expect(createAccessVerifier({}, {}, { fetcher: network, cooldownMs: 0 })).toBeUndefined();
});
