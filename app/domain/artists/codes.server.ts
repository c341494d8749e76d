import { fromBase64 } from "~/platform/formats/base64";
import { plainCharacters } from "~/platform/formats/normalize-text";
import { signatureOf } from "~/platform/signed-link";

/** Without characters that are easily confused, such as O and 0. */
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/**
 * Random characters out of a secret of `Ids`, 5 bits each. @param secret 43 base64url characters.
 */
function randomText(secret: string, length: number): string {
  const bytes = fromBase64(secret).subarray(0, length);
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

/** A new artist id, such as A-7K4P29. Not a secret. */
export function newArtistId(secret: string): string {
  return `A-${randomText(secret, 6)}`;
}

/** A new invitation code, such as 7K4P2-9QXTM: 50 random bits. Secret. */
export function newInvitationCode(secret: string): string {
  const text = randomText(secret, 10);
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

/** Ignores spaces, dashes, case and width. */
function normalizeCode(text: string): string {
  return plainCharacters(text)
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "");
}

/** Parses a typed artist id; undefined if it cannot be one. */
export function readArtistId(text: string): string | undefined {
  const [, suffix] = /^A([A-HJ-NP-Z2-9]{6})$/.exec(normalizeCode(text)) ?? [];
  return suffix && `A-${suffix}`;
}

/**
 * Keyed hash of an invitation code.
 * @param secret SIGNING_SECRET, so that the database alone allows no guessing.
 */
export async function invitationCodeHash(secret: string, code: string): Promise<string> {
  return signatureOf(secret, `invitation-code\n${normalizeCode(code)}`);
}
