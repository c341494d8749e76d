import { generateKeyPair, importPKCS8, SignJWT } from "jose";

const ALGORITHM = "RS256";
/** In seconds; the maximum is an hour. */
const LIFETIME_SECONDS = 3600;

export interface ServiceAccount {
  email: string;
  /** @throws where there is no usable key. */
  key: () => Promise<CryptoKey>;
}

/**
 * Imports a PEM key (PKCS#8); line breaks may be written as \n.
 * @returns a function that throws TypeError or DataError for an invalid key.
 */
export function importPemKey(pem: string): ServiceAccount["key"] {
  return () => importPKCS8(pem.replaceAll("\\n", "\n"), ALGORITHM);
}

/** Generated on first use, so that the repository contains no key. */
export function createSandboxKey(): ServiceAccount["key"] {
  let key: CryptoKey | undefined;
  return async () => {
    key ??= (await generateKeyPair(ALGORITHM)).privateKey;
    return key;
  };
}

/** The JWT to request a token with. */
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
