import { base64Url } from "./formats/base64";
import { hex } from "./formats/hex";

const encoder = new TextEncoder();

/** Keys by secret: importing a key takes as long as signing. */
const keyCache = new Map<string, CryptoKey>();

async function importKey(secret: string): Promise<CryptoKey> {
  const cachedKey = keyCache.get(secret);
  if (cachedKey) return cachedKey;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, [
    "sign",
  ]);
  keyCache.set(secret, key);
  return key;
}

async function hmac(secret: string, text: string): Promise<ArrayBuffer> {
  return crypto.subtle.sign("HMAC", await importKey(secret), encoder.encode(text));
}

/** HMAC-SHA-256 of a text, in hexadecimal digits. */
export async function signatureOf(secret: string, text: string): Promise<string> {
  return hex(await hmac(secret, text));
}

/** A secret of the shape of `Ids.secret` that only this text gives. */
export async function secretFor(secret: string, text: string): Promise<string> {
  return base64Url(new Uint8Array(await hmac(secret, text)));
}

/** Compares in constant time. */
export async function isSignatureOf(secret: string, text: string, signatureHex: string) {
  const expectedSignature = await signatureOf(secret, text);
  if (signatureHex.length !== expectedSignature.length) return false;
  let difference = 0;
  for (let i = 0; i < expectedSignature.length; i++)
    difference |= expectedSignature.charCodeAt(i) ^ signatureHex.charCodeAt(i);
  return difference === 0;
}

/** Adds `expires` (Unix seconds) and `signature` to a path. */
export async function signPath(secret: string, path: string, expires: Date): Promise<string> {
  const seconds = Math.floor(expires.getTime() / 1000);
  const signature = await signatureOf(secret, `${path}\n${seconds}`);
  return `${path}?expires=${seconds}&signature=${signature}`;
}

/** Whether an address has a valid signature of {@link signPath} that has not expired. */
export async function isSignedPath(secret: string, url: URL, now: Date): Promise<boolean> {
  const expires = url.searchParams.get("expires") ?? "";
  const signatureHex = url.searchParams.get("signature") ?? "";
  if (!/^\d{1,12}$/.test(expires) || !/^[0-9a-f]{64}$/.test(signatureHex)) return false;
  if (Number(expires) * 1000 < now.getTime()) return false;
  return isSignatureOf(secret, `${url.pathname}\n${expires}`, signatureHex);
}
