import { isSignatureOf, signatureOf } from "./signed-link";

/** What a signed id opens: no signature for one opens another. */
type SignedPurpose = "calendar" | "listen";

const signedText = (purpose: SignedPurpose, id: string) => `${purpose}\n${id}`;

/** An id with its signature: a secret that needs no column, and ends with the row of the id. */
export async function signId(secret: string, purpose: SignedPurpose, id: string): Promise<string> {
  return `${id}-${await signatureOf(secret, signedText(purpose, id))}`;
}

/** The id of a signed one; undefined for any other text. */
export async function readSignedId(
  secret: string,
  purpose: SignedPurpose,
  token: string,
): Promise<string | undefined> {
  const [, id = "", signature = ""] = /^([0-9A-Z]{26})-([0-9a-f]{64})$/.exec(token) ?? [];
  return (await isSignatureOf(secret, signedText(purpose, id), signature)) ? id : undefined;
}
