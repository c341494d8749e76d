import { base64, fromBase64 } from "./formats/base64";

const encoder = new TextEncoder();
const IV_BYTES = 12;

/** A key of its own for texts that are stored for a while, made of the setting SIGNING_SECRET. */
async function deriveKey(secret: string): Promise<CryptoKey> {
  const digest = await crypto.subtle.digest("SHA-256", encoder.encode(`sealed text\n${secret}`));
  return crypto.subtle.importKey("raw", digest, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** A secret text as it may be stored: who has the database alone cannot read it. */
export async function sealText(secret: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const ciphertext = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv },
    await deriveKey(secret),
    encoder.encode(text),
  );
  return `${base64(iv)}.${base64(new Uint8Array(ciphertext))}`;
}

/** The text again; undefined where another secret has sealed it, or none. */
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
