import * as v from "valibot";
import { searchTokens } from "~/platform/formats/fold-text";
import { plainCharacters } from "~/platform/formats/normalize-text";
import { releaseFormSchema } from "~/submission/record/release-form";

/** More than the names of any release come to, in characters. */
const LONGEST = 20_000;

/** What an entry of the queue is, with what was handed in and what was sent for distribution, as JSON. */
interface Searchable {
  artistName: string;
  title: string;
  email: string;
  reference: string;
  formData: string | null;
  sentDetails: string | null;
}

const text = v.fallback(v.string(), "");
const sentSchema = v.object({
  details: v.object({ upc: text, tracks: v.fallback(v.array(v.object({ isrc: text })), []) }),
});

/** JSON by a schema; undefined for what is none, or another's. */
function readJson<const S extends v.GenericSchema>(schema: S, json: string | null) {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), json);
  return result.success ? result.output : undefined;
}

/** Titles and people of a release. */
function namesIn(formData: string | null): string[] {
  const form = readJson(releaseFormSchema, formData);
  if (!form) return [];
  const people = form.tracks.flatMap(({ metadata }) => [
    ...[...metadata.featuredArtists, ...metadata.nonFeaturedArtists].map(
      ({ firstName, surname }) => `${firstName} ${surname}`,
    ),
    ...metadata.producers,
    ...metadata.songwriters.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
  ]);
  return [
    `${form.firstName} ${form.surname}`,
    form.releaseTitle,
    ...form.tracks.map(({ title }) => title),
    ...form.catalogueItems.map(({ title }) => title),
    ...new Set(people),
  ];
}

/** Its codes: as they were sent, without what is for the eye, and an ISRC as it is read out. */
function codesIn(sentDetails: string | null): string[] {
  const details = readJson(sentSchema, sentDetails)?.details;
  const codes = [details?.upc ?? "", ...(details?.tracks ?? []).map(({ isrc }) => isrc)];
  return codes.flatMap((sent) => {
    const code = plainCharacters(sent).replace(/[^A-Za-z0-9]/g, "");
    return [sent, code, code.replace(/^(\w{2})(\w{3})(\d{2})(\d{5})$/, "$1-$2-$3-$4")];
  });
}

/** What an entry is found by: names, address and reference, tracks, people and codes, each folded. */
export function searchTextOf(item: Searchable): string {
  const { artistName, title, email, reference, formData, sentDetails } = item;
  const texts = [artistName, title, email, reference];
  return [...texts, ...namesIn(formData), ...codesIn(sentDetails)]
    .flatMap(searchTokens)
    .join(" ")
    .slice(0, LONGEST);
}
