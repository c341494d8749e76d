import { normalizeText } from "~/platform/formats/normalize-text";
import { isSignatureOf, signatureOf } from "~/platform/signed-link";

const textToSign = (passcode: string) => `staff-passcode\n${passcode}`;

/**
 * Whether a passcode is the one. What is compared are signatures, so that it takes as long however
 * much of it is right, and however long it is.
 */
export async function isPasscode(
  secret: string,
  expectedPasscode: string,
  typedPasscode: string,
): Promise<boolean> {
  return isSignatureOf(
    secret,
    textToSign(normalizeText(expectedPasscode)),
    await signatureOf(secret, textToSign(normalizeText(typedPasscode))),
  );
}

/** What tells one passcode from another and says nothing of it: for the sessions it opened. */
export async function passcodeHash(secret: string, passcode: string): Promise<string> {
  return (await signatureOf(secret, `mark of ${textToSign(passcode)}`)).slice(0, 32);
}
