import { countries, countryName } from "~/reference/countries";
import type { ReleaseModel } from "../package/release-model";
import type { Kind } from "./sheet-formats";

type Territory = ReleaseModel["territory"];

/** Where it comes out: the codes, all that are not excepted. */
const codesOf = ({ kind, countries: listed }: Territory) =>
  kind === "only"
    ? listed
    : countries.map(({ code }) => code).filter((code) => !listed.includes(code));

const territoryCodes = (separator: string) => (territory: Territory) =>
  territory.kind === "world" ? "WW" : codesOf(territory).join(separator);

export const territories: Kind<Territory> = [
  {
    id: "plus-minus",
    label: "+WW -XX, empty for the world",
    write: ({ kind, countries: listed }) => {
      const signs = listed.map((code) => `${kind === "only" ? "+" : "-"}${code}`);
      return kind === "world" ? "" : [...(kind === "except" ? ["+WW"] : []), ...signs].join(" ");
    },
    example: /^[+-][A-Z]{2}(?: [+-][A-Z]{2})*$/,
  },
  {
    id: "codes",
    label: "NO,SE or WW",
    write: territoryCodes(","),
    example: /^[A-Z]{2}(?:, ?[A-Z]{2})*$/,
  },
  {
    id: "codes-semicolon",
    label: "NO;SE or WW",
    write: territoryCodes(";"),
    example: /^[A-Z]{2}(?:; ?[A-Z]{2})+$/,
  },
  {
    id: "codes-space",
    label: "NO SE or WW",
    write: territoryCodes(" "),
    example: /^[A-Z]{2}(?: [A-Z]{2})+$/,
  },
  {
    id: "names",
    label: "Norway, Sweden or World",
    write: ({ kind, countries: listed }) => {
      const names = listed.map((code) => countryName(code) ?? code).join(", ");
      if (kind === "world") return "World";
      return kind === "only" ? names : `World except ${names}`;
    },
    example: /^world(?:wide)?$/i,
  },
];

/** Mixbank's: a day for each territory. */
export const territoryDates: Kind<{ territory: Territory; date: string }> = [
  {
    id: "code-date",
    label: "NO:2027-03-12|SE:2027-03-12 or WW:2027-03-12",
    write: ({ territory: where, date: day }) =>
      (where.kind === "world" ? ["WW"] : codesOf(where)).map((code) => `${code}:${day}`).join("|"),
    example: /^[A-Z]{2}[:=]\d{4}-\d{2}-\d{2}/,
  },
];
