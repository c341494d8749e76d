import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { createSandboxKey, importPemKey, signAssertion } from "./service-account.server";

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "der" },
});
const email = "portal@label.iam.gserviceaccount.com";
const what = { scope: "a b", audience: "https://oauth2.googleapis.com/token" };
const now = new Date("2026-11-21T12:00:00.900Z");

const decodePart = (part = "") => JSON.parse(Buffer.from(part, "base64url").toString());

async function verifies(jwt: string): Promise<boolean> {
  const [header, claims, signature = ""] = jwt.split(".");
  const rsa = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("spki", new Uint8Array(publicKey), rsa, false, [
    "verify",
  ]);
  const signedBytes = Buffer.from(`${header}.${claims}`);
  return crypto.subtle.verify(rsa, key, Buffer.from(signature, "base64url"), signedBytes);
}

test.each([
  ["as it is", privateKey],
  ["with \\n for line breaks", privateKey.replaceAll("\n", "\\n")],
  ["with the line breaks of Windows", privateKey.replaceAll("\n", "\r\n")],
])("a JWT signed by a PEM key %s is one that its public key verifies", async (_, pem) => {
  const jwt = await signAssertion({ email, key: importPemKey(pem) }, what, now);
  const [header, claims] = jwt.split(".");
  expect(decodePart(header)).toEqual({ alg: "RS256", typ: "JWT" });
  expect(decodePart(claims)).toEqual({
    iss: email,
    scope: "a b",
    aud: what.audience,
    iat: 1_795_262_400,
    exp: 1_795_266_000,
  });
  expect(jwt).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(await verifies(jwt)).toBe(true);
  expect(await verifies(jwt.replace(/^[^.]+/, (part) => part.slice(0, -2)))).toBe(false);
});

test("the sandbox key makes signatures of the same size that no other key verifies", async () => {
  const jwt = await signAssertion({ email, key: createSandboxKey() }, what, now);
  expect(Buffer.from(jwt.split(".")[2] ?? "", "base64url")).toHaveLength(256);
  expect(await verifies(jwt)).toBe(false);
});

test.each(["", "no key", privateKey.slice(0, 300)])("a text that is no key gives no key", (pem) =>
  expect(importPemKey(pem)()).rejects.toThrow(),
);
