import * as v from "valibot";
import { releaseFormSchema } from "~/domain/submission/record/release-form";
import { compactCode } from "~/platform/formats/compact-code";
import { searchTokens } from "~/platform/formats/fold-text";
import { formatIsrc, readIsrc } from "~/platform/formats/isrc";
import { writtenName } from "~/platform/formats/written-name";

/** In characters. */
const MAX_LENGTH = 20_000;

/** The submitted form and the distribution details are JSON. */
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

/** Undefined for invalid JSON. */
function readJson<const S extends v.GenericSchema>(schema: S, json: string | null) {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), json);
  return result.success ? result.output : undefined;
}

function releaseNames(formData: string | null): string[] {
  const form = readJson(releaseFormSchema, formData);
  if (!form) return [];
  const people = form.tracks.flatMap(({ metadata }) => [
    ...[...metadata.featuredArtists, ...metadata.nonFeaturedArtists].map(writtenName),
    ...metadata.producers,
    ...metadata.songwriters.map(writtenName),
  ]);
  return [
    form.fullName,
    `${form.firstName} ${form.surname}`,
    form.releaseTitle,
    ...form.tracks.map(({ title }) => title),
    ...form.catalogueItems.map(({ title }) => title),
    ...new Set(people),
  ];
}

/** Codes as sent, without separators, and an ISRC with its usual hyphens. */
function releaseCodes(sentDetails: string | null): string[] {
  const details = readJson(sentSchema, sentDetails)?.details;
  const codes = [details?.upc ?? "", ...(details?.tracks ?? []).map(({ isrc }) => isrc)];
  return codes.flatMap((sent) => {
    const isrc = readIsrc(sent);
    return [sent, compactCode(sent), "code" in isrc ? formatIsrc(isrc.code) : ""];
  });
}

/** The folded search text: names, address, reference, tracks, people and codes. */
export function searchTextOf(item: Searchable): string {
  const { artistName, title, email, reference, formData, sentDetails } = item;
  const texts = [artistName, title, email, reference];
  return [...texts, ...releaseNames(formData), ...releaseCodes(sentDetails)]
    .flatMap(searchTokens)
    .join(" ")
    .slice(0, MAX_LENGTH);
}
