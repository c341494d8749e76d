import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { expect, test } from "vitest";
import { network } from "~/platform/http-client";
import { type AccessKeyCache, createAccessVerifier } from "./access.server";

const TEAM = "label.cloudflareaccess.com";
const AUD = "4714c1358e65fe4b408ad6d432a5f878f08194bdb4752441fd56faefa9b2b6f2";
const settings = { ACCESS_TEAM_DOMAIN: TEAM, ACCESS_AUD: AUD };
const noon = new Date("2026-11-23T12:00:00Z");
const seconds = noon.getTime() / 1_000;
const good = {
  aud: [AUD],
  email: "ada@label.example",
  iss: `https://${TEAM}`,
  type: "app",
  iat: seconds - 60,
  nbf: seconds - 60,
  exp: seconds + 3_600,
  sub: "7335d417",
};

async function keyOf(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid, use: "sig", alg: "RS256" };
  const sign = (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid }).sign(privateKey);
  return { jwk, sign };
}

const first = await keyOf("first");

/** A team whose keys can change while the verifier is in use. */
async function team() {
  let answer = () => Response.json({ keys: [first.jwk] });
  const urls: string[] = [];
  const memory: AccessKeyCache = {};
  const send = async ({ url }: Request) => {
    urls.push(url);
    return answer();
  };
  const door = () => createAccessVerifier(settings, memory, { send, cooldownMs: 0 });
  return {
    urls,
    judge: async (word: string, at = noon) => door()?.judge(word, at),
    answers: (next: () => Response) => {
      answer = next;
    },
  };
}

test("whom Access vouches for is staff by their e-mail; its keys are asked for once", async () => {
  const { judge, urls } = await team();
  const word = await first.sign(good);
  const staff = { is: "staff", email: "ada@label.example" };
  expect([await judge(word), await judge(word)]).toEqual([staff, staff]);
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
])("a word %s is nobody's", async (_, wrong) => {
  const { judge } = await team();
  const claims = Object.fromEntries(
    Object.entries({ ...good, ...wrong }).filter(([, value]) => value !== undefined),
  );
  expect(await judge(await first.sign(claims))).toEqual({ is: "unknown" });
});

test("a word that somebody else signed, changed, or left unsigned is nobody's", async () => {
  const { judge } = await team();
  const stranger = await keyOf("first");
  const [head = "", , signature = ""] = (await first.sign(good)).split(".");
  const claims = btoa(JSON.stringify({ ...good, email: "eve@evil.example" })).replace(/=/g, "");
  const none = btoa(JSON.stringify({ alg: "none" })).replace(/=/g, "");
  for (const word of [
    await stranger.sign(good),
    `${head}.${claims}.${signature}`,
    `${none}.${claims}.`,
    "nonsense",
    "",
    "a.b.c",
    "x".repeat(10_000),
  ])
    expect(await judge(word)).toEqual({ is: "unknown" });
});

test("when Access changes its keys, the new one is asked for, and the old one goes with its set", async () => {
  const { judge, urls, answers } = await team();
  const second = await keyOf("second");
  expect(await judge(await first.sign(good))).toMatchObject({ is: "staff" });
  answers(() => Response.json({ keys: [second.jwk] }));
  expect(await judge(await second.sign(good))).toMatchObject({ is: "staff" });
  expect(urls).toHaveLength(2);
  expect(await judge(await first.sign(good))).toEqual({ is: "unknown" });
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
] as const)("where Access answers %s, nobody is judged", async (_, answer) => {
  const { judge, answers } = await team();
  answers(answer);
  expect(await judge(await first.sign(good))).toMatchObject({ is: "unchecked" });
});

test("without its settings there is no such door", () => {
  expect(createAccessVerifier({}, {}, { send: network, cooldownMs: 0 })).toBeUndefined();
});
