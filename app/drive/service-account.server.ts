import { generateKeyPair, importPKCS8, SignJWT } from "jose";

const ALGORITHM = "RS256";
/** Seconds an assertion is good for; an hour is the most that is taken. */
const LIFETIME_SECONDS = 3600;

/** The account that the label has made for this portal, and the private key that proves it. */
export interface ServiceAccount {
  email: string;
  /** @throws where there is no usable key. */
  key: () => Promise<CryptoKey>;
}

/**
 * The private key of a PEM text (PKCS#8), whose line breaks may be written as \n.
 * @throws (when asked for) TypeError or DataError for a text that is no such key.
 */
export function importPemKey(pem: string): ServiceAccount["key"] {
  return () => importPKCS8(pem.replaceAll("\\n", "\n"), ALGORITHM);
}

/** A key made on first use, for the local stand-in: so no key lies in the repository. */
export function createSandboxKey(): ServiceAccount["key"] {
  let key: CryptoKey | undefined;
  return async () => {
    key ??= (await generateKeyPair(ALGORITHM)).privateKey;
    return key;
  };
}

/** The signed JWT by which a service account asks the token service for a token. */
export async function signAssertion(
  { email, key }: ServiceAccount,
  { scope, audience }: { scope: string; audience: string },
  now: Date,
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
    .setIssuer(email)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFETIME_SECONDS)
    .sign(await key());
}
