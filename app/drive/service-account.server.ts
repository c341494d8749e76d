/** Signs a text by RSASSA-PKCS1-v1_5 with SHA-256 (RS256). */
export type Signer = (text: string) => Promise<ArrayBuffer>;

/** The account that the label has made for this portal, and how it proves who it is. */
export interface ServiceAccount {
  email: string;
  sign: Signer;
}

const encoder = new TextEncoder();
const ALGORITHM = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;

/** The key of a PEM text (PKCS#8), whose line breaks may be written as \n. */
function keyBytes(pem: string): Uint8Array<ArrayBuffer> {
  const base64 = pem
    .replaceAll("\\n", "\n")
    .replace(/-----(BEGIN|END) PRIVATE KEY-----/g, "")
    .replace(/\s/g, "");
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

/**
 * Signs with a private key in PEM.
 * @throws (when signing) DataError or InvalidCharacterError for a text that is no such key.
 */
export function pemSigner(pem: string): Signer {
  return async (text) => {
    const key = await crypto.subtle.importKey("pkcs8", keyBytes(pem), ALGORITHM, false, ["sign"]);
    return crypto.subtle.sign(ALGORITHM, key, encoder.encode(text));
  };
}

/** Signs with a key made on first use, for the local stand-in: so no key lies in the repository. */
export function ownKeySigner(): Signer {
  let key: CryptoKey | undefined;
  return async (text) => {
    if (!key) {
      const made = await crypto.subtle.generateKey(
        { ...ALGORITHM, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
        false,
        ["sign", "verify"],
      );
      key = (made as CryptoKeyPair).privateKey;
    }
    return crypto.subtle.sign(ALGORITHM, key, encoder.encode(text));
  };
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

const part = (value: object) => base64Url(encoder.encode(JSON.stringify(value)));

/** Seconds an assertion is good for; an hour is the most that is taken. */
const LIFETIME_SECONDS = 3600;

/** The signed JWT by which a service account asks the token service for a token. */
export async function assertionOf(
  { email, sign }: ServiceAccount,
  { scope, audience }: { scope: string; audience: string },
  now: Date,
): Promise<string> {
  const iat = Math.floor(now.getTime() / 1000);
  const claims = { iss: email, scope, aud: audience, iat, exp: iat + LIFETIME_SECONDS };
  const signed = `${part({ alg: "RS256", typ: "JWT" })}.${part(claims)}`;
  return `${signed}.${base64Url(new Uint8Array(await sign(signed)))}`;
}
