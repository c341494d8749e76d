import { findCountry } from "~/reference/country-aliases";

/** Numbers and bullets before the lines of a list. */
const BULLET = /^(?:\d{1,3}[.):]|[-*\u2022\u2013+])\s*/u;
const WORLDWIDE = /^(?:world ?wide|the world|world|ww|everywhere|all countries)\b/i;

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

/** A list of countries by line, number, comma, semicolon or slash. */
export function readCountries(text: string): {
  names: string[];
  unknown: string[];
  /** The list begins with the whole world. */
  isWorldwide: boolean;
} {
  const found = text
    .split(/[\n\t;/|]+/)
    .map((piece) => piece.trim().replace(BULLET, "").replace(/\.$/, ""))
    .filter(Boolean)
    .flatMap((piece) => findAll(piece, [/,/, /\s(?:and|&)\s/i]));
  return {
    names: [...new Set(found.filter((entry) => typeof entry === "string"))],
    unknown: found.flatMap((entry) => (typeof entry === "string" ? [] : [entry.unknown])),
    isWorldwide: WORLDWIDE.test(text.trim()),
  };
}

/** The territory in one line. */
export function territoryText(territory: string, countries: string): string {
  const names = readCountries(countries).names.join(", ");
  if (territory === "list") return names;
  return territory === "except" ? `Worldwide, except ${names}` : "Worldwide";
}
