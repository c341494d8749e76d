import * as v from "valibot";
import { singleLineUpTo } from "~/forms/fields";
import { isPersonName, MAX_PERSON_NAME } from "../person-name";

/** Specification, section 4. */
export const signatureStatuses = ["awaiting_signature", "signed", "declined", "expired"] as const;
export type SignatureStatus = (typeof signatureStatuses)[number];

export type SigningProvider = "portal" | "dropbox-sign";

/** Days until an unsigned request expires. */
export const SIGNING_DAYS = 30;

export const NAME_NEEDED = "Type your full name to sign.";
const NAME_TOO_LONG = `A name has at most ${MAX_PERSON_NAME} characters.`;
export const CONSENT_NEEDED = "Tick the box to say that you agree to be bound by the agreement.";

/** The words of a name, without case, accents and punctuation. */
const wordsOf = (name: string) =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** A name with each of its words first: the family name may come first, or last. */
const ordersOf = (words: readonly string[]) =>
  words.map((_, start) => [...words.slice(start), ...words.slice(0, start)].join(""));

/**
 * Whether the typed name is the one the agreement is made out to, in either order of given and
 * family name. Without a profile name, any name will do.
 */
export function isSignatoryName(typedName: string, profileName: string): boolean {
  const [typed, expected] = [wordsOf(typedName), wordsOf(profileName)];
  return (
    expected.length === 0 ||
    ordersOf(expected).includes(typed.join("")) ||
    ordersOf(typed).includes(expected.join(""))
  );
}

const nameMismatchText = (profileName: string) =>
  `Type your name as in the agreement: ${profileName.trim()}. If that isn't your name, change it in your profile first.`;

/** @param profileName the name that the agreement is made out to. */
export const signingSchema = (profileName: string) =>
  v.object({
    typedName: v.pipe(
      singleLineUpTo(MAX_PERSON_NAME),
      v.transform((name) => name.replace(/\s+/g, " ")),
      v.nonEmpty(NAME_NEEDED),
      v.check(isPersonName, NAME_NEEDED),
      v.maxLength(MAX_PERSON_NAME, NAME_TOO_LONG),
      v.check((name) => isSignatoryName(name, profileName), nameMismatchText(profileName)),
    ),
    consent: v.literal("on", CONSENT_NEEDED),
  });
