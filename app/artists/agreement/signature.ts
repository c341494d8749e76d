import * as v from "valibot";
import { inOneLine } from "~/forms/fields";
import { isPersonName, MAX_PERSON_NAME } from "../person-name";

/** What becomes of an agreement that an artist was asked to sign (specification, section 4). */
export const signatureStatuses = ["awaiting_signature", "signed", "declined", "expired"] as const;
export type SignatureStatus = (typeof signatureStatuses)[number];

/** Where agreements are signed: here, or at Dropbox Sign. */
export type SigningProvider = "portal" | "dropbox-sign";

/** For how many days an agreement waits to be signed. */
export const SIGNING_DAYS = 30;

export const NAME_NEEDED = "Type your full name to sign.";
const NAME_TOO_LONG = `A name has at most ${MAX_PERSON_NAME} characters.`;
export const CONSENT_NEEDED = "Tick the box to say that you agree to be bound by the agreement.";

/** A name as it is compared: without case, accents, punctuation and how it is spaced. */
const comparableName = (name: string) =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * Whether somebody signs with the name that the agreement is made out to. Any name will do where the
 * profile has none.
 */
export function isSignatoryName(typedName: string, profileName: string): boolean {
  return profileName.trim() === "" || comparableName(typedName) === comparableName(profileName);
}

const notTheName = (profileName: string) =>
  `Type your name as the agreement has it: ${profileName.trim()}. If that isn't your name, change it in your profile first.`;

/**
 * What an artist signs with.
 * @param profileName the name that the agreement is made out to.
 */
export const signingSchema = (profileName: string) =>
  v.object({
    typedName: v.pipe(
      v.string(),
      v.transform((name) => inOneLine(name).replace(/\s+/g, " ")),
      v.nonEmpty(NAME_NEEDED),
      v.check(isPersonName, NAME_NEEDED),
      v.maxLength(MAX_PERSON_NAME, NAME_TOO_LONG),
      v.check((name) => isSignatoryName(name, profileName), notTheName(profileName)),
    ),
    consent: v.literal("on", CONSENT_NEEDED),
  });
