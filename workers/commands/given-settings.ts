import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import * as common from "@zxcvbn-ts/language-common";
import * as english from "@zxcvbn-ts/language-en";
import { parseSettings, type Settings } from "../../app/platform/settings";

/**
 * How many guesses a staff passcode must withstand, as zxcvbn estimates them: as many as 12 random letters and
 * digits do. A hundred thousand networks that each try all they may need years for them.
 */
const MIN_GUESSES = 1e12;

/** Words that whoever guesses at this passcode tries first. */
const OBVIOUS = ["staff", "passcode", "password", "artist", "portal", "label", "records", "music"];

/** Made once: its word lists are large. */
let estimator: ZxcvbnFactory | undefined;

/**
 * Says of a staff passcode that is too easy to guess that it is, and what to take instead.
 * @returns undefined for one that is hard to guess, and for none.
 */
function passcodeWeakness({
  STAFF_PASSCODE: passcode,
  BRAND_NAME: brand,
}: Settings): string | undefined {
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
 * Parses the settings that a command is given, as the workers do, and looks at the staff passcode as they
 * cannot: they do not carry the word lists.
 * @throws Error with one sentence for each setting that is missing, malformed or easy to guess.
 */
export function parseGivenSettings(env: Record<string, unknown>): Settings {
  const settings = parseSettings(env);
  const weakness = passcodeWeakness(settings);
  if (weakness) throw new Error(weakness);
  return settings;
}
