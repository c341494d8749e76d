import { findCountry } from "~/reference/country-aliases";

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
