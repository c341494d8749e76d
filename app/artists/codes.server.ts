import { fromBase64 } from "~/platform/formats/base64";
import { plainCharacters } from "~/platform/formats/normalize-text";
import { signatureOf } from "~/platform/signed-link";

/** Letters and digits that nobody mistakes for one another, on paper or on the telephone. */
const PLAIN = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/**
 * So many plain characters out of a secret of `Ids`, 5 random bits each.
 * @param secret 43 base64url characters.
 */
function plainText(secret: string, length: number): string {
  const bytes = fromBase64(secret).subarray(0, length);
  return Array.from(bytes, (byte) => PLAIN[byte % PLAIN.length]).join("");
}

/** A new artist id, such as A-7K4P29: for names, not a secret. */
export function newArtistId(secret: string): string {
  return `A-${plainText(secret, 6)}`;
}

/** A new invitation code, such as 7K4P2-9QXTM: 50 random bits. A secret. */
export function newInvitationCode(secret: string): string {
  const text = plainText(secret, 10);
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

/** What was typed or pasted, as it is compared: without spaces, dashes, case and width. */
function compared(text: string): string {
  return plainCharacters(text)
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "");
}

/** An artist id as it is stored, of what somebody typed; undefined for what cannot be one. */
export function readArtistId(text: string): string | undefined {
  const [, rest] = /^A([A-HJ-NP-Z2-9]{6})$/.exec(compared(text)) ?? [];
  return rest && `A-${rest}`;
}

/**
 * What tells one invitation code from another and says nothing of it.
 * @param secret SIGNING_SECRET: whoever has the database alone can try no codes.
 */
export async function invitationCodeHash(secret: string, code: string): Promise<string> {
  return signatureOf(secret, `invitation-code\n${compared(code)}`);
}
