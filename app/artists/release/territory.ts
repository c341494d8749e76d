import { findCountry } from "~/reference/country-aliases";

/** The countries in a typed list, one a line or between commas, and what of it is none. */
export function readCountries(text: string): { names: string[]; unknown: string[] } {
  const parts = text
    .split(/[\n,;]+/)
    .map((part) => part.trim())
    .filter(Boolean);
  const names = new Set<string>();
  const unknown: string[] = [];
  for (const part of parts) {
    const name = findCountry(part);
    if (name) names.add(name);
    else unknown.push(part);
  }
  return { names: [...names], unknown };
}
