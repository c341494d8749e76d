import { FieldRow, FormSection } from "../form-section";
import { CityField } from "./city-field";
import { CountryField } from "./country-field";
import { useLocationSuggestions } from "./use-location-suggestions";

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
