import { countryCode } from "./countries";

// What people type for a country that is listed under another name: parts of it, older and short
// names, and its name at home where that begins differently.
const aliases = new Map(
  `
  United Kingdom: UK, Great Britain, Britain, England, Scotland, Wales, Northern Ireland
  United States: USA, America
  Ireland: Éire, Republic of Ireland
  Netherlands: Holland, Nederland
  Germany: Deutschland
  Austria: Österreich
  Belgium: België
  Brazil: Brasil
  Cape Verde: Cabo Verde
  China: PRC
  Congo (Democratic Republic): DRC, DR Congo, Democratic Republic of the Congo, Zaire
  Congo (Republic): Republic of the Congo, Congo-Brazzaville
  Croatia: Hrvatska
  Czechia: Czech Republic, Česko
  Denmark: Danmark
  Eswatini: Swaziland
  Finland: Suomi
  Greece: Hellas
  Hungary: Magyarország
  Iceland: Ísland
  India: Bharat
  Italy: Italia
  Ivory Coast: Côte d'Ivoire
  Japan: Nippon
  Morocco: Maroc
  Myanmar: Burma
  New Zealand: Aotearoa
  North Korea: DPRK
  North Macedonia: Macedonia
  Norway: Norge
  Poland: Polska
  Russia: Russian Federation
  South Africa: RSA
  South Korea: Korea
  Spain: España
  Sweden: Sverige
  Switzerland: Schweiz, Suisse, Svizzera
  Taiwan: Republic of China
  Timor-Leste: East Timor
  Turkey: Türkiye
  United Arab Emirates: UAE, Emirates
  Vatican City: Holy See
`
    .trim()
    .split("\n")
    .map((row) => {
      const [country = "", others = ""] = row.split(":");
      return [country.trim(), others.split(",").map((name) => name.trim())];
    }),
);

/** Countries that go by other names too. */
export const countriesWithAliases: readonly string[] = [...aliases.keys()];

/** What else a country of the list is called, its two-letter code included. */
export function aliasesOf(country: string): readonly string[] {
  const code = countryCode(country);
  return [...(code ? [code] : []), ...(aliases.get(country) ?? [])];
}
