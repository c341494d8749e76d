import { fieldId, TextField } from "../field";
import { countryNow } from "./country-field";
import styles from "./location.module.css";
import type { LocationSuggestions } from "./use-location-suggestions";

interface CityFieldProps {
  suggestions: LocationSuggestions | undefined;
  /** Suggested by the browser until ours are there. */
  cities: readonly string[];
}

const ID = fieldId("city");
const HINTS = `${ID}-hints`;

/** The city: any text, with suggestions for the country. */
export function CityField({ suggestions, cities }: CityFieldProps) {
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
            {suggestions && <suggestions.CitySuggestions inputId={ID} country={countryNow} />}
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
