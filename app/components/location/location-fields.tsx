import { fieldId, TextField } from "../field";
import { FieldRow, FormSection } from "../form-section";
import { CountryField, countryNow } from "./country-field";
import styles from "./location.module.css";
import { type LocationSuggestions, useLocationSuggestions } from "./use-location-suggestions";

/** Where the artist is. `cities` are those for a page without script. */
export function LocationFields({ cities }: { cities: readonly string[] }) {
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
  /** Suggested by the browser until ours are there. */
  cities: readonly string[];
}

const CITY_ID = fieldId("city");
const HINTS = `${CITY_ID}-hints`;

/** The city: any text, with suggestions for the country. */
function CityField({ suggestions, cities }: CityFieldProps) {
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
      <datalist id={HINTS}>
        {cities.map((city) => (
          <option key={city} value={city} />
        ))}
      </datalist>
    </div>
  );
}
