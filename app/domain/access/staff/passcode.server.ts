import { normalizeText } from "~/platform/formats/normalize-text";
import { isSignatureOf, signatureOf } from "~/platform/signed-link";

const textToSign = (passcode: string) => `staff-passcode\n${passcode}`;

/** Compares signatures of the passcodes, so that the time tells neither a partial match nor the length. */
export async function isPasscode(secret: string, expectedPasscode: string, inputPasscode: string) {
  return isSignatureOf(
    secret,
    textToSign(normalizeText(expectedPasscode)),
    await signatureOf(secret, textToSign(normalizeText(inputPasscode))),
  );
}

/** A hash that ties sessions to the passcode that opened them. */
export async function passcodeHash(secret: string, passcode: string): Promise<string> {
  return (await signatureOf(secret, `mark of ${textToSign(passcode)}`)).slice(0, 32);
}
