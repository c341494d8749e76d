import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import * as common from "@zxcvbn-ts/language-common";
import * as english from "@zxcvbn-ts/language-en";
import { parseSettings, type Settings } from "../../app/platform/settings";

/**
 * The guesses that a staff passcode must withstand, as zxcvbn estimates them. A hundred thousand
 * networks that each try as often as allowed need years for so many.
 */
const MIN_GUESSES = 1e12;

/** Words that an attacker would try first. */
const OBVIOUS = ["staff", "passcode", "password", "artist", "portal", "label", "records", "music"];

/** Created once, because its word lists are large. */
let estimator: ZxcvbnFactory | undefined;

/**
 * Checks the staff passcode.
 * @returns a sentence with advice where it is too easy to guess; else undefined.
 */
function passcodeWeakness({ STAFF_PASSCODE: passcode, BRAND_NAME: brand }: Settings) {
  if (!passcode) return undefined;
  estimator ??= new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
  });
  const extraWords = [brand, ...brand.split(/\s+/), ...OBVIOUS];
  const { guesses, feedback } = estimator.check(passcode, extraWords);
  if (guesses >= MIN_GUESSES) return undefined;
  const warning = feedback.warning ? ` ${feedback.warning}` : "";
  return `STAFF_PASSCODE is too easy to guess.${warning} Take four words that have nothing to do with each other, or 16 random letters and digits.`;
}

/**
 * Parses the settings of a command as the workers do, and checks the staff passcode, which the workers
 * cannot, as they do not include the word lists.
 * @throws Error with one sentence for each setting that is missing, malformed or easy to guess.
 */
export function parseGivenSettings(env: Record<string, unknown>): Settings {
  const settings = parseSettings(env);
  const weakness = passcodeWeakness(settings);
  if (weakness) throw new Error(weakness);
  return settings;
}
