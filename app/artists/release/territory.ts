import { countryCode, countryNames } from "~/reference/countries";

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

const nameByAlias = new Map([
  ...countryNames.map((name) => [plain(name), name] as const),
  ...countryNames.map((name) => [countryCode(name)?.toLowerCase() ?? "", name] as const),
  ["uk", "United Kingdom"] as const,
  ["usa", "United States"] as const,
]);

/** The countries in a typed list, one a line or between commas, and what of it is none. */
export function readCountries(text: string): { names: string[]; unknown: string[] } {
  const parts = text
    .split(/[\n,;]+/)
    .map((part) => part.trim())
    .filter(Boolean);
  const names = new Set<string>();
  const unknown: string[] = [];
  for (const part of parts) {
    const name = nameByAlias.get(plain(part));
    if (name) names.add(name);
    else unknown.push(part);
  }
  return { names: [...names], unknown };
}
