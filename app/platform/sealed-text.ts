import { base64, fromBase64 } from "./formats/base64";

const encoder = new TextEncoder();
const IV_BYTES = 12;

/** A separate key, derived from SIGNING_SECRET. */
async function deriveKey(secret: string): Promise<CryptoKey> {
  const digest = await crypto.subtle.digest("SHA-256", encoder.encode(`sealed text\n${secret}`));
  return crypto.subtle.importKey("raw", digest, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** Encrypts a text for the database. */
export async function sealText(secret: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const ciphertext = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv },
    await deriveKey(secret),
    encoder.encode(text),
  );
  return `${base64(iv)}.${base64(new Uint8Array(ciphertext))}`;
}

/** Decrypts a text; undefined if it was encrypted with another secret. */
export async function unsealText(secret: string, sealedText: string): Promise<string | undefined> {
  try {
    const [iv = new Uint8Array(), bytes = new Uint8Array()] = sealedText.split(".").map(fromBase64);
    const key = await deriveKey(secret);
    return new TextDecoder().decode(
      await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, bytes),
    );
  } catch {
    return undefined;
  }
}
