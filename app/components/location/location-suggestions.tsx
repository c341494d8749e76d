import { citiesOf } from "~/reference/cities";
import { countryNames } from "~/reference/countries";
import { aliasesOf } from "~/reference/country-aliases";
import { matchingNames, nameFor } from "./matching-names";
import { Suggestions } from "./suggestions";

// One module, loaded when the form is first used: the cities weigh more than all the rest of the
// location fields.

interface CountrySuggestionsProps {
  inputId: string;
  chosen: string;
  onChoose: (country: string) => void;
}

/** Suggests the countries of the list, under every name they go by. */
export function CountrySuggestions({ inputId, chosen, onChoose }: CountrySuggestionsProps) {
  const named = (typed: string) => nameFor(countryNames, typed) ?? chosen;
  function settle(typed: string): string {
    const country = typed.trim() === "" ? "" : named(typed);
    onChoose(country);
    return country;
  }
  return (
    <Suggestions
      inputId={inputId}
      label="Countries"
      entriesFor={(typed) => matchingNames(countryNames, typed, aliasesOf)}
      none={() => "No countries found"}
      settle={settle}
      onTake={onChoose}
      onText={(typed) => onChoose(named(typed))}
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
      entriesFor={(typed) => matchingNames(citiesOf(country()), typed)}
      none={() =>
        country() === ""
          ? "Please select a country first"
          : "No cities found. Type to enter a custom city."
      }
    />
  );
}
