import { TextInput } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import { countryNames } from "~/reference/countries";
import { fieldId, SelectField, TextField, useField, useValuesReplaced } from "../field";
import { findInput, readControl, runOnBlur } from "../form-dom";
import { FieldRow, FormSection } from "../form-section";
import { optionList, optionTexts } from "../option-list";
import { useLoadedOnUse } from "../use-loaded-on-use";
import styles from "./location.module.css";

type LocationSuggestions = typeof import("./location-suggestions");

/** If they cannot be loaded, the native list and a plain input remain. */
const loadSuggestions = () => import("./location-suggestions");

const COUNTRY = { name: "country", label: "Country" };
const ID = fieldId(COUNTRY.name);
const PROMPT = "Choose a country";
const COUNTRIES = optionTexts([["", PROMPT], ...countryNames.map((name) => [name, name] as const)]);

/** All countries, and the saved one if it is not among them. */
const choicesIncluding = (country: string) =>
  COUNTRIES.has(country)
    ? COUNTRIES
    : new Map([...COUNTRIES, ...optionTexts([[country, country]])]);

const readCountry = () => readControl(COUNTRY.name);

/**
 * The country: a native select, and with a mouse an input that filters suggestions. Both post a name of the
 * list as `country`; the input may also post other text, which the form then refuses with a message.
 */
function CountryField({ suggestions }: { suggestions: LocationSuggestions | undefined }) {
  const [country, setCountry] = useState<string>();
  const { defaultValue: savedCountry } = useField(COUNTRY);

  useEffect(() => {
    if (!suggestions || country !== undefined || !matchMedia("(pointer: fine)").matches) return;
    // Not while the select is in use.
    return runOnBlur(ID, () => setCountry(readCountry()));
  }, [suggestions, country]);

  if (suggestions && country !== undefined)
    return <CountryInput suggestions={suggestions} chosen={country} onChoose={setCountry} />;
  // A new key renders the list again if the saved country is not in it.
  const unlisted = COUNTRIES.has(savedCountry) ? "" : savedCountry;
  return <CountrySelect key={unlisted} saved={savedCountry} />;
}

function CountrySelect({ saved }: { saved: string }) {
  // Created once; the select is uncontrolled.
  const [options] = useState(() => optionList(choicesIncluding(saved), saved));
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
        type="text"
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

interface LocationFieldsProps {
  /** Suggestions for a page without script, one per line. */
  cities: string;
  /** Whether both are those of the visitor's network. */
  isOffered?: boolean;
}

/** The artist's location. */
export function LocationFields({ cities, isOffered = false }: LocationFieldsProps) {
  const suggestions = useLoadedOnUse(loadSuggestions);
  return (
    <FormSection
      title="Location"
      hint={isOffered && "As your network says. Change it if that isn't where you live."}
    >
      <FieldRow>
        <CountryField suggestions={suggestions} />
        <CityField suggestions={suggestions} cities={cities} />
      </FieldRow>
    </FormSection>
  );
}

interface CityFieldProps {
  suggestions: LocationSuggestions | undefined;
  /** Native suggestions until ours are loaded; one per line. */
  cities: string;
}

const CITY_ID = fieldId("city");
const HINTS = `${CITY_ID}-hints`;

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
            {suggestions && <suggestions.CitySuggestions inputId={CITY_ID} country={readCountry} />}
          </div>
        )}
      />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the texts are escaped by `optionTexts`. */}
      <datalist id={HINTS} dangerouslySetInnerHTML={hints} />
    </div>
  );
}
