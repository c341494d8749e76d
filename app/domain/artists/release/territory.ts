import { findCountry } from "~/reference/country-aliases";

/** What ends an entry of a list: a line, a sign, or the number of the next one. */
const ENTRY_END = /[\n\t;/|]+|(?<!\S)\d{1,3}(?=[\s.):-])/;
const BULLET = /^[\s.):*+\u2022\u2013-]+/u;
const WORLDWIDE = /^(?:world ?wide|the world|world|ww|everywhere|all countries)\b/i;
const EXCEPT =
  /^[\s,:(-]*(?:(?:except|excluding|excl|exclude|without|but|not|minus|ex)\b[.:]?\s?)*(?:for|in)?\b/i;

/** Several countries in one piece, of which some names have commas or "and" themselves. */
function findAll(piece: string, separators: readonly RegExp[]): (string | { unknown: string })[] {
  const name = findCountry(piece);
  if (name) return [name];
  const [separator, ...rest] = separators;
  if (!separator) return [{ unknown: piece }];
  const parts = piece.split(separator).flatMap((part) => part.trim() || []);
  const found: (string | { unknown: string })[] = [];
  for (let start = 0; start < parts.length; ) {
    // "Iran, Islamic Republic of" is one country.
    const pair = findCountry(parts.slice(start, start + 2).join(", "));
    if (pair && start + 1 < parts.length) found.push(pair);
    else found.push(...findAll(parts[start] ?? "", rest));
    start += pair && start + 1 < parts.length ? 2 : 1;
  }
  return found;
}

/** A list of countries by line, number, comma, semicolon or slash, also after "worldwide except". */
export function readCountries(text: string): {
  names: string[];
  unknown: string[];
  /** The list begins with the whole world. */
  isWorldwide: boolean;
} {
  const start = WORLDWIDE.exec(text.trim())?.[0];
  const list = start ? text.trim().slice(start.length).replace(EXCEPT, "") : text;
  const found = list
    .split(ENTRY_END)
    .map((piece) => piece.trim().replace(BULLET, "").replace(/\.$/, ""))
    .filter(Boolean)
    .flatMap((piece) => findAll(piece, [/,/, /\s(?:and|&)\s/i]));
  return {
    names: [...new Set(found.filter((entry) => typeof entry === "string"))],
    unknown: found.flatMap((entry) => (typeof entry === "string" ? [] : [entry.unknown])),
    isWorldwide: start !== undefined,
  };
}

/** The territory in one line. */
export function territoryText(territory: string, countries: string): string {
  const names = readCountries(countries).names.join(", ");
  if (territory === "list") return names;
  return territory === "except" ? `Worldwide, except ${names}` : "Worldwide";
}
