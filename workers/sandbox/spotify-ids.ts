// Ids and codes of the invented catalogue are derived from names, so that every start gives the same.

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A sequence of whole numbers below 2^32, seeded by a text (FNV-1a, then xorshift). */
function createSequence(text: string): () => number {
  let state = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text))
    state = Math.imul(state ^ byte, 0x01000193) >>> 0;
  // Zero is the one state that xorshift never leaves.
  state ||= 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
}

/** An id in the form of Spotify's: 22 characters in base 62. */
export function base62Id(name: string): string {
  const random = createSequence(`id ${name}`);
  return Array.from({ length: 22 }, () => BASE62[(random() >>> 8) % 62]).join("");
}

/** A whole number from `from` to `to`, both included, seeded by a text. */
export function seededInteger(text: string, from: number, to: number): number {
  const random = createSequence(text);
  random();
  return from + (random() % (to - from + 1));
}

/** Digits with the GS1 check digit behind them: weights 3 and 1 from the right. */
function withCheckDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** An ISRC: registrant, two digits of the year, five digits. */
export function isrc(registrant: string, year: string, name: string): string {
  const designation = String(seededInteger(`isrc ${name}`, 0, 99_999)).padStart(5, "0");
  return `${registrant}${year.slice(2, 4)}${designation}`;
}

/** A barcode: twelve digits (UPC) or thirteen (EAN), seeded by a name. */
export function barcode(name: string): string {
  const item = String(seededInteger(`upc ${name}`, 0, 99_999)).padStart(5, "0");
  return withCheckDigit(
    seededInteger(`ean ${name}`, 0, 3) === 0 ? `5060${item}714` : `198704${item}`,
  );
}
