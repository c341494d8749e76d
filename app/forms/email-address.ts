const ATOM = "[\\w!#$%&'*+/=?^`{|}~-]+";
const LABEL = "[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?";
const ADDRESS = new RegExp(
  `^(?=.{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?!\\d+$)(?=..)${LABEL}$`,
  "u",
);

export const MAX_EMAIL_ADDRESS = 254;

/**
 * Whether a text is an e-mail address by the HTML standard, at most 254 characters (RFC 5321). The
 * domain may be of any script, but must have a top-level domain that is no number.
 */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_EMAIL_ADDRESS && ADDRESS.test(text);
}
