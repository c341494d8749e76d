import { foldText } from "~/platform/formats/fold-text";
import { citiesOf } from "~/reference/cities";
import { countryNames } from "~/reference/countries";
import { aliasesOf, findCountry } from "~/reference/country-aliases";
import { Suggestions } from "./suggestions";

/** 0: the name starts with the query; 1: a word of it does; 2: it contains the query; 3: no match. */
function rankName(name: string, query: string): number {
  const text = foldText(name);
  if (text.startsWith(query)) return 0;
  if (text.includes(` ${query}`)) return 1;
  return text.includes(query) ? 2 : 3;
}

/** Ranks another name of an entry: only its beginning counts. */
function aliasRank(alias: string, query: string): number {
  if (alias === query) return 0;
  return alias.startsWith(query) ? 0.5 : 3;
}

/**
 * The names that match the query, best first and else in their own order; all of them for an empty query.
 * @param aliases other names of a name. Only their beginning counts, so that "us" does not find "Belarus"
 * first.
 */
export function matchingNames(
  names: readonly string[],
  query: string,
  aliases: (name: string) => readonly string[] = () => [],
): readonly string[] {
  const text = foldText(query);
  if (text === "") return query.trim() === "" ? names : [];
  return names
    .map((name, order) => {
      const aliasRanks = aliases(name).map((alias) => aliasRank(foldText(alias), text));
      return { name, order, rank: Math.min(rankName(name, text), ...aliasRanks) };
    })
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank || a.order - b.order)
    .map(({ name }) => name);
}

// In one module, since the list of cities is larger than all other code of the fields.

interface CountrySuggestionsProps {
  inputId: string;
  onChoose: (country: string) => void;
}

/** Suggests countries by all their names. Other text stays as typed; the form refuses it with a message. */
export function CountrySuggestions({ inputId, onChoose }: CountrySuggestionsProps) {
  const match = (text: string) => findCountry(text) ?? text.trim();
  function normalize(finalText: string): string {
    const country = match(finalText);
    onChoose(country);
    return country;
  }
  return (
    <Suggestions
      inputId={inputId}
      label="Countries"
      findEntries={(query) => matchingNames(countryNames, query, aliasesOf)}
      emptyText={() => "No countries found"}
      normalize={normalize}
      onSelect={onChoose}
      onText={(newText) => onChoose(match(newText))}
    />
  );
}

interface CitySuggestionsProps {
  inputId: string;
  country: () => string;
}

/** Suggests cities of the chosen country; any other city is valid as well. */
export function CitySuggestions({ inputId, country }: CitySuggestionsProps) {
  return (
    <Suggestions
      inputId={inputId}
      label="Cities"
      findEntries={(query) => matchingNames(citiesOf(country()), query)}
      emptyText={() =>
        country() === ""
          ? "Please select a country first"
          : "No cities found. Type to enter a custom city."
      }
    />
  );
}
