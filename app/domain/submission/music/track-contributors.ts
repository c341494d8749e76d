import * as v from "valibot";
import { flag, list, singleLine, tooLong } from "~/forms/fields";
import { type FieldError, type FieldErrors, invalidError, missingError } from "~/forms/form-reply";
import { assignRowIds } from "~/forms/row-ids";
import { NO_SURNAME } from "~/platform/formats/written-name";
import { type ArtistListName, artistLists } from "./credits";
import { checkSongwriter, MAX_SONGWRITERS, roundShare, songwriterEntries } from "./songwriters";

/** Artists of each list (specification, section 9). */
export const MAX_ARTISTS = 10;
export const MAX_PRODUCERS = 50;
export const MAX_ROLES = 30;
/** Rows read from a post, before empty ones are removed. */
const MAX_ROWS = 100;
/** Roles read from a post: the whole catalogue, so that too many are refused and not cut. */
const MAX_POSTED_ROLES = 256;

export const CONTRIBUTORS_REQUIRED_TEXT =
  "Required: Add at least one contributor or select 'Solo work' to proceed";

/** For comparing names: case and white space do not count. */
const normalizeName = (name: string) =>
  name.normalize("NFC").replace(/\s+/g, " ").trim().toLowerCase();

/** The names without blanks and repetitions; the first spelling stays. */
function distinct(names: readonly string[]): string[] {
  const byName = new Map<string, string>();
  for (const name of names) {
    const key = normalizeName(name);
    if (key && !byName.has(key)) byName.set(key, name.trim());
  }
  return [...byName.values()];
}

const artistSchema = v.object({
  id: singleLine,
  firstName: singleLine,
  surname: singleLine,
  roles: v.pipe(
    list(singleLine, MAX_POSTED_ROLES),
    v.transform((roles) => distinct(roles)),
  ),
});
export type CreditedArtist = v.InferOutput<typeof artistSchema>;

function rows<const TItem extends v.GenericSchema<unknown, { id: string }>>(
  item: TItem,
  prefix: string,
) {
  return v.pipe(
    list(item, MAX_ROWS),
    v.transform((all) => assignRowIds(all, prefix)),
  );
}

const entries = {
  soloWork: flag,
  featuredArtists: rows(artistSchema, "featured"),
  nonFeaturedArtists: rows(artistSchema, "non-featured"),
  producers: list(singleLine, MAX_ROWS),
  songwriters: rows(
    v.pipe(v.object({ id: singleLine, ...songwriterEntries }), v.transform(roundShare)),
    "songwriter",
  ),
};
export type TrackContributors = v.InferOutput<v.ObjectSchema<typeof entries, undefined>>;

/** With empty rows. A name left in the field for a new producer counts as entered. */
export const typedContributorsSchema = v.pipe(
  v.object({ ...entries, newProducer: v.optional(singleLine, "") }),
  v.transform(
    ({ newProducer, ...contributors }): TrackContributors => ({
      ...contributors,
      producers: addProducer(contributors.producers, newProducer),
    }),
  ),
);

export function normalizeContributors(contributors: TrackContributors): TrackContributors {
  const isFilled = (row: CreditedArtist) => row.firstName || row.surname || row.roles.length > 0;
  const tidy = {
    ...contributors,
    featuredArtists: contributors.featuredArtists.filter(isFilled),
    nonFeaturedArtists: contributors.nonFeaturedArtists.filter(isFilled),
    songwriters: contributors.songwriters.filter(
      (row) => row.firstName || row.lastName || row.percentage !== "",
    ),
  };
  return contributors.soloWork ? asSoloWork(tidy) : tidy;
}

export function noContributors(): TrackContributors {
  return {
    soloWork: false,
    featuredArtists: [],
    nonFeaturedArtists: [],
    producers: [],
    songwriters: [],
  };
}

/** Solo work clears all lists but the producers (specification, section 4). */
export function asSoloWork(contributors: TrackContributors): TrackContributors {
  return { ...noContributors(), soloWork: true, producers: contributors.producers };
}

/** Adds a producer; a blank or repeated name, or one over the limit, changes nothing. */
export function addProducer(producers: readonly string[], name: string): string[] {
  return distinct([...producers, name]).slice(0, MAX_PRODUCERS);
}

/** The text in place of the add button of a full list of artists. */
export function artistsFullText(name: ArtistListName, count: number): string | undefined {
  if (count < MAX_ARTISTS) return undefined;
  return artistLists.find((artistList) => artistList.name === name)?.full;
}

/**
 * The errors of the rows, by field name below `metadata` (`featuredArtists[0].surname`), in page
 * order.
 * @param isRole whether a role is on the list; left out by pages, which do not load the list.
 */
export function checkContributors(
  contributors: TrackContributors,
  isRole: (name: string) => boolean = () => true,
): FieldErrors {
  const errors: FieldErrors = {};
  const addError = (name: string, error: FieldError | undefined | false) => {
    if (error && !errors[name]) errors[name] = error;
  };
  for (const { name, label, full } of artistLists)
    contributors[name].forEach(({ firstName, surname, roles }, row) => {
      const prefix = `${name}[${row}]`;
      addError(`${prefix}.firstName`, row >= MAX_ARTISTS && invalidError(full));
      addError(
        `${prefix}.firstName`,
        !firstName && missingError(`${label}'s first name is required`),
      );
      addError(`${prefix}.firstName`, tooLong(`${label}'s first name`, firstName));
      addError(
        `${prefix}.surname`,
        !surname &&
          missingError(`${label}'s surname is required. Only one name? Type "${NO_SURNAME}" here.`),
      );
      addError(`${prefix}.surname`, tooLong(`${label}'s surname`, surname));
      addError(
        `${prefix}.roles`,
        !roles.every(isRole) &&
          invalidError(`Please choose the ${label.toLowerCase()}'s roles from the list`),
      );
      addError(
        `${prefix}.roles`,
        roles.length > MAX_ROLES &&
          invalidError(`Please choose at most ${MAX_ROLES} roles for each artist`),
      );
    });
  contributors.producers.forEach((name, row) => {
    addError(`producers[${row}]`, tooLong("Producer's name", name));
  });
  contributors.songwriters.forEach((writer, row) => {
    const prefix = `songwriters[${row}]`;
    addError(
      `${prefix}.firstName`,
      row >= MAX_SONGWRITERS && invalidError(`A track has at most ${MAX_SONGWRITERS} songwriters`),
    );
    for (const [field, error] of Object.entries(checkSongwriter(writer)))
      addError(`${prefix}.${field}`, error);
    addError(`${prefix}.firstName`, tooLong("Songwriter's first name", writer.firstName));
    addError(`${prefix}.lastName`, tooLong("Songwriter's last name", writer.lastName));
  });
  return errors;
}
