import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { genres, primaryGenres, subGenresOf } from "~/reference/genres";
import { SelectField, useField, useNewValues } from "./field";
import { FieldRow } from "./form-section";

const toOption = (name: string) => ({ value: name, label: name });
const everyGroup = genres.map(({ name, subGenres }) => ({
  group: name,
  items: subGenres.map(toOption),
}));

/**
 * Primary genre and its sub-genres. Without script all sub-genres are there, grouped by genre, so
 * that nobody has to send the form once just to see the right ones.
 */
export function GenreFields() {
  const scripted = useHydrated();
  const saved = useField({ name: "primaryGenre", label: "" }).defaultValue;
  const savedSub = useField({ name: "subGenre", label: "" }).defaultValue;
  const [primary, setPrimary] = useState(saved);
  const [sub, setSub] = useState(savedSub);
  const row = useRef<HTMLDivElement>(null);
  const subGenres = scripted ? subGenresOf(primary).map(toOption) : everyGroup;
  const prompt = scripted && !primary ? "Choose a primary genre first" : "Choose a sub-genre";

  useNewValues(() => {
    setPrimary(saved);
    setSub(savedSub);
  });
  useEffect(() => {
    // What was chosen before the scripts came stands in the page only.
    const chosen = (name: string) => {
      const field = row.current?.querySelector(`select[name="${name}"]`);
      return field instanceof HTMLSelectElement ? field.value : "";
    };
    setPrimary(chosen("primaryGenre"));
    setSub(chosen("subGenre"));
  }, []);

  function onPrimary(event: ChangeEvent<HTMLSelectElement>) {
    setPrimary(event.currentTarget.value);
    // A sub-genre belongs to its genre (specification, section 3, "Genres").
    setSub("");
  }

  return (
    <div ref={row}>
      <FieldRow>
        <SelectField
          name="primaryGenre"
          label="Primary genre"
          data={[{ value: "", label: "Choose a genre" }, ...primaryGenres]}
          onChange={onPrimary}
        />
        <SelectField
          name="subGenre"
          label="Sub-genre"
          data={[{ value: "", label: prompt }, ...subGenres]}
          defaultValue={undefined}
          value={sub}
          onChange={(event) => setSub(event.currentTarget.value)}
        />
      </FieldRow>
    </div>
  );
}
