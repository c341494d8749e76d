const ATOM = "[\\w!#$%&'*+/=?^`{|}~-]+";
const LABEL = "[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?";
const ADDRESS = new RegExp(
  `^(?=.{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?!\\d+$)(?=..)${LABEL}$`,
  "u",
);

/** The longest address that mail servers take (RFC 5321). */
const MAX_LENGTH = 254;

/**
 * Whether a text is an e-mail address: as the HTML standard has it for its e-mail fields, with a
 * domain that somebody can own, also one of another script, and no dot where none can be.
 */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && ADDRESS.test(text);
}
