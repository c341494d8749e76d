import { type ChangeEvent, useEffect, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { SelectField, useField, useNewValues } from "~/components/field";
import { FieldRow } from "~/components/form-section";
import { keepTrying } from "~/components/keep-trying";
import { textNow } from "~/components/page-controls";
import { genreList } from "~/reference/genre-list.server";
import type { Genre } from "~/reference/genres";
import { primaryGenres } from "~/reference/primary-genres";

const toOption = (name: string) => ({ value: name, label: name });

/** The list once it is known; in the browser it is there only after one page has had it. */
let known: readonly Genre[] | undefined = genreList;

/** The genres as the fields of a page from the server list them; none without such fields. */
function genresInPage(): readonly Genre[] | undefined {
  const groups = document.querySelectorAll<HTMLOptGroupElement>('select[name="subGenre"] optgroup');
  if (groups.length < primaryGenres.length) return undefined;
  return Array.from(groups, ({ label: name, children }) => ({
    name,
    subGenres: Array.from(children, (option) => option.getAttribute("value") ?? ""),
  }));
}

/**
 * All genres: from the page itself, which lists them for those without script; loaded only where
 * the page was not made by the server.
 */
function useGenres(): readonly Genre[] {
  const [genres, setGenres] = useState(() => {
    known ??= genresInPage();
    return known;
  });
  useEffect(() => {
    if (genres) return;
    void keepTrying(() => import("~/reference/genres")).then((loaded) => {
      known = loaded.genres;
      setGenres(known);
    });
  }, [genres]);
  return genres ?? [];
}

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
  const genres = useGenres();
  const subGenres = scripted
    ? // While the list is on its way, what is chosen stays.
      (genres.find(({ name }) => name === primary)?.subGenres ?? (sub ? [sub] : [])).map(toOption)
    : genres.map(({ name, subGenres }) => ({ group: name, items: subGenres.map(toOption) }));
  const prompt = scripted && !primary ? "Choose a primary genre first" : "Choose a sub-genre";

  useNewValues(() => {
    setPrimary(saved);
    setSub(savedSub);
  });
  useEffect(() => {
    // What was chosen before the scripts came stands in the page only.
    setPrimary(textNow("primaryGenre"));
    setSub(textNow("subGenre"));
  }, []);

  function onPrimary(event: ChangeEvent<HTMLSelectElement>) {
    setPrimary(event.currentTarget.value);
    // A sub-genre belongs to its genre (specification, section 3, "Genres").
    setSub("");
  }

  return (
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
  );
}
