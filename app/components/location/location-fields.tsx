import { useEffect, useMemo, useState } from "react";
import { countryNames } from "~/reference/countries";
import { TextInput } from "../controls";
import { fieldId, SelectField, TextField, useField, useValuesReplaced } from "../field";
import { findInput, onceBlurred, readControl } from "../form-dom";
import { FieldRow, FormSection } from "../form-section";
import { optionList, optionTexts } from "../option-list";
import styles from "./location.module.css";

/** The suggestions of the location fields, loaded on use. */
type LocationSuggestions = typeof import("./location-suggestions");

const FIRST_USE = ["focusin", "pointerdown"] as const;

/**
 * The suggestions, once the page is first used: who only looks at it loads nothing, and who comes
 * to the last section of the form finds them there. Where they cannot be loaded, the platform's own
 * list and the plain input do.
 */
function useLocationSuggestions(): LocationSuggestions | undefined {
  const [suggestions, setSuggestions] = useState<LocationSuggestions>();
  useEffect(() => {
    const stop = new AbortController();
    const load = async ({ type, target }: Event) => {
      // A notice takes the focus by itself.
      if (type === "focusin" && target instanceof Element && target.closest("dialog")) return;
      stop.abort();
      try {
        setSuggestions(await import("./location-suggestions"));
      } catch {
        // The fields work without.
      }
    };
    for (const name of FIRST_USE)
      document.addEventListener(name, load, { signal: stop.signal, passive: true });
    return () => stop.abort();
  }, []);
  return suggestions;
}

const COUNTRY = { name: "country", label: "Country" };
const ID = fieldId(COUNTRY.name);
const PROMPT = "Choose a country";
const COUNTRIES = optionTexts([["", PROMPT], ...countryNames.map((name) => [name, name] as const)]);

/** The choices, with one that is saved and not among them. */
const choicesWith = (country: string) =>
  COUNTRIES.has(country)
    ? COUNTRIES
    : new Map([...COUNTRIES, ...optionTexts([[country, country]])]);

/** The country as it stands in the page right now, whichever control asks for it. */
const countryNow = () => readControl(COUNTRY.name);

/**
 * The country: the platform's own list, which is the best one under a finger; with a mouse and the
 * suggestions at hand an input that filters it. Either posts a name of the list as `country`, or what
 * was typed in place of one: the form refuses it in words, and nothing is lost.
 */
function CountryField({ suggestions }: { suggestions: LocationSuggestions | undefined }) {
  const [country, setCountry] = useState<string>();
  const { defaultValue: savedCountry } = useField(COUNTRY);

  useEffect(() => {
    if (!suggestions || country !== undefined || !matchMedia("(pointer: fine)").matches) return;
    // Never under the hands of somebody who is choosing.
    return onceBlurred(ID, () => setCountry(countryNow()));
  }, [suggestions, country]);

  if (suggestions && country !== undefined)
    return <CountryInput suggestions={suggestions} chosen={country} onChoose={setCountry} />;
  // Another list, where the form has come to a country that is none of it.
  const unlisted = COUNTRIES.has(savedCountry) ? "" : savedCountry;
  return <CountrySelect key={unlisted} saved={savedCountry} />;
}

function CountrySelect({ saved }: { saved: string }) {
  // Written once: another choice is put into the list that stands there.
  const [options] = useState(() => optionList(choicesWith(saved), saved));
  return <SelectField {...COUNTRY} autoComplete="country-name" options={options} />;
}

interface CountryInputProps {
  suggestions: LocationSuggestions;
  chosen: string;
  onChoose: (country: string) => void;
}

function CountryInput({ suggestions, chosen, onChoose }: CountryInputProps) {
  const { CountrySuggestions } = suggestions;
  const { name, defaultValue: savedCountry, ...field } = useField(COUNTRY);
  useValuesReplaced(() => {
    const input = findInput(ID);
    if (input) input.value = savedCountry;
    onChoose(savedCountry);
  });
  return (
    <>
      <TextInput
        {...field}
        defaultValue={chosen}
        placeholder={PROMPT}
        autoComplete="country-name"
        spellCheck={false}
        inputContainer={(input) => (
          <div className={styles.anchor} data-list>
            {input}
            <CountrySuggestions inputId={ID} onChoose={onChoose} />
          </div>
        )}
      />
      <input type="hidden" name={name} value={chosen} />
    </>
  );
}

/** Where the artist is. `cities` are those for a page without script, one on each line. */
export function LocationFields({ cities }: { cities: string }) {
  const suggestions = useLocationSuggestions();
  return (
    <FormSection title="Location">
      <FieldRow>
        <CountryField suggestions={suggestions} />
        <CityField suggestions={suggestions} cities={cities} />
      </FieldRow>
    </FormSection>
  );
}

interface CityFieldProps {
  suggestions: LocationSuggestions | undefined;
  /** Suggested by the browser until ours are there; one on each line. */
  cities: string;
}

const CITY_ID = fieldId("city");
const HINTS = `${CITY_ID}-hints`;

/** The city: any text, with suggestions for the country. */
function CityField({ suggestions, cities }: CityFieldProps) {
  const hints = useMemo(
    () => ({ __html: optionList(optionTexts(cities.split("\n").map((city) => [city, ""]))) }),
    [cities],
  );
  return (
    <div>
      <TextField
        name="city"
        label="City"
        autoComplete="address-level2"
        list={suggestions ? undefined : HINTS}
        inputContainer={(input) => (
          <div className={styles.anchor}>
            {input}
            {suggestions && <suggestions.CitySuggestions inputId={CITY_ID} country={countryNow} />}
          </div>
        )}
      />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: escaped where it is written. */}
      <datalist id={HINTS} dangerouslySetInnerHTML={hints} />
    </div>
  );
}
