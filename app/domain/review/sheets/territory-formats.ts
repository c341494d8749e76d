import { countries, countryName } from "~/reference/countries";
import type { ReleaseModel } from "../package/release-model";
import { format, type Kind } from "./sheet-formats";

type Territory = ReleaseModel["territory"];

/** Where it comes out: the codes, all that are not excepted. */
const codesOf = ({ kind, countries: listed }: Territory) =>
  kind === "only"
    ? listed
    : countries.map(({ code }) => code).filter((code) => !listed.includes(code));

const territoryCodes = (separator: string) => (territory: Territory) =>
  territory.kind === "world" ? "WW" : codesOf(territory).join(separator);

export const territories: Kind<Territory> = [
  format(
    "plus-minus",
    "+WW -XX, empty for the world",
    ({ kind, countries: listed }) => {
      const signs = listed.map((code) => `${kind === "only" ? "+" : "-"}${code}`);
      return kind === "world" ? "" : [...(kind === "except" ? ["+WW"] : []), ...signs].join(" ");
    },
    /^[+-][A-Z]{2}(?: [+-][A-Z]{2})*$/,
  ),
  format("codes", "NO,SE or WW", territoryCodes(","), /^[A-Z]{2}(?:, ?[A-Z]{2})*$/),
  format("codes-semicolon", "NO;SE or WW", territoryCodes(";"), /^[A-Z]{2}(?:; ?[A-Z]{2})+$/),
  format("codes-space", "NO SE or WW", territoryCodes(" "), /^[A-Z]{2}(?: [A-Z]{2})+$/),
  format(
    "names",
    "Norway, Sweden or World",
    ({ kind, countries: listed }) => {
      const names = listed.map((code) => countryName(code) ?? code).join(", ");
      if (kind === "world") return "World";
      return kind === "only" ? names : `World except ${names}`;
    },
    /^world(?:wide)?$/i,
  ),
];

/** Mixbank's: a day for each territory. */
export const territoryDates: Kind<{ territory: Territory; date: string }> = [
  format(
    "code-date",
    "NO:2027-03-12|SE:2027-03-12 or WW:2027-03-12",
    ({ territory: where, date: day }) =>
      (where.kind === "world" ? ["WW"] : codesOf(where)).map((code) => `${code}:${day}`).join("|"),
    /^[A-Z]{2}[:=]\d{4}-\d{2}-\d{2}/,
  ),
];
