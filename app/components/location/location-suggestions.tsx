import { foldText } from "~/platform/formats/fold-text";
import { citiesOf } from "~/reference/cities";
import { countryNames } from "~/reference/countries";
import { aliasesOf, findCountry } from "~/reference/country-aliases";
import { Suggestions } from "./suggestions";

/** 0: it begins so; 1: a word of it does; 2: it holds it; 3: it does not. */
function rankOf(name: string, query: string): number {
  const text = foldText(name);
  if (text.startsWith(query)) return 0;
  if (text.includes(` ${query}`)) return 1;
  return text.includes(query) ? 2 : 3;
}

/** The same of another name that something goes by: only its beginning counts. */
function aliasRank(alias: string, query: string): number {
  if (alias === query) return 0;
  return alias.startsWith(query) ? 0.5 : 3;
}

/**
 * The names that fit what is typed, best first and else in their own order; all of them while
 * nothing is typed.
 * @param calledOf what else a name goes by. Only the beginning of such a word counts, so that "us"
 * is not found within "Belarus" first.
 */
export function matchingNames(
  names: readonly string[],
  query: string,
  calledOf: (name: string) => readonly string[] = () => [],
): readonly string[] {
  const text = foldText(query);
  if (text === "") return query.trim() === "" ? names : [];
  return names
    .map((name, order) => {
      const aliasRanks = calledOf(name).map((other) => aliasRank(foldText(other), text));
      return { name, order, rank: Math.min(rankOf(name, text), ...aliasRanks) };
    })
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank || a.order - b.order)
    .map(({ name }) => name);
}

// One module, loaded when the form is first used: the cities weigh more than all the rest of the
// location fields.

interface CountrySuggestionsProps {
  inputId: string;
  onChoose: (country: string) => void;
}

/**
 * Suggests the countries of the list, under every name they go by. What is none of them stays as typed, for
 * the form to refuse it in words.
 */
export function CountrySuggestions({ inputId, onChoose }: CountrySuggestionsProps) {
  const match = (text: string) => findCountry(text) ?? text.trim();
  function settle(finalText: string): string {
    const country = match(finalText);
    onChoose(country);
    return country;
  }
  return (
    <Suggestions
      inputId={inputId}
      label="Countries"
      entriesFor={(query) => matchingNames(countryNames, query, aliasesOf)}
      none={() => "No countries found"}
      settle={settle}
      onTake={onChoose}
      onText={(newText) => onChoose(match(newText))}
    />
  );
}

interface CitySuggestionsProps {
  inputId: string;
  /** The country as it stands in the page right now. */
  country: () => string;
}

/** Suggests cities of the chosen country; any other city is as good an answer. */
export function CitySuggestions({ inputId, country }: CitySuggestionsProps) {
  return (
    <Suggestions
      inputId={inputId}
      label="Cities"
      entriesFor={(query) => matchingNames(citiesOf(country()), query)}
      none={() =>
        country() === ""
          ? "Please select a country first"
          : "No cities found. Type to enter a custom city."
      }
    />
  );
}
