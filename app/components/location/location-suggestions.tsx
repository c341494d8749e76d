import { citiesOf } from "~/reference/cities";
import { countryNames } from "~/reference/countries";
import { aliasesOf } from "~/reference/country-aliases";
import { Suggestions } from "./suggestions";

/** Letters that stand for themselves however they are decomposed. */
const LETTERS: Record<string, string> = { ø: "o", æ: "ae", œ: "oe", ß: "ss", đ: "d", ł: "l" };

/** A text without case, accents and stray spaces: what people type for a name. */
export function normalizeName(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[øæœßđł]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** 0: it begins so; 1: a word of it does; 2: it holds it; 3: it does not. */
function rankOf(name: string, query: string): number {
  const text = normalizeName(name);
  if (text.startsWith(query)) return 0;
  if (text.includes(` ${query}`)) return 1;
  return text.includes(query) ? 2 : 3;
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
  const text = normalizeName(query);
  if (text === "") return query.trim() === "" ? names : [];
  return names
    .map((name, order) => {
      const aliasRanks = calledOf(name).map((other) =>
        normalizeName(other).startsWith(text) ? 0 : 3,
      );
      return { name, order, rank: Math.min(rankOf(name, text), ...aliasRanks) };
    })
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank || a.order - b.order)
    .map(({ name }) => name);
}

/** The name that a text is, to the letter but for case and accents. */
export function findExactName(names: readonly string[], typedText: string): string | undefined {
  const text = normalizeName(typedText);
  return names.find((name) => normalizeName(name) === text);
}

// One module, loaded when the form is first used: the cities weigh more than all the rest of the
// location fields.

interface CountrySuggestionsProps {
  inputId: string;
  chosen: string;
  onChoose: (country: string) => void;
}

/** Suggests the countries of the list, under every name they go by. */
export function CountrySuggestions({ inputId, chosen, onChoose }: CountrySuggestionsProps) {
  const match = (text: string) => findExactName(countryNames, text) ?? chosen;
  function settle(finalText: string): string {
    const country = finalText.trim() === "" ? "" : match(finalText);
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
