import { NO_SURNAME, writtenName } from "~/platform/formats/written-name";
import { isUnnamed } from "~/reference/unnamed-songs";
import { takeGuests } from "./advice-credits";
import { withoutVersion, withVersion } from "./advice-versions";
import type { TrackTags } from "./assign-files";
import { normalizeName } from "./file-titles";
import { addPerson } from "./known-people";
import { titleKey } from "./title-rule";
import type { Track } from "./track";
import type { TrackContributors } from "./track-contributors";

/** Splits "Ada Lynn Moss" before its last word. */
function splitName(name: string): { firstName: string; surname: string } {
  const at = name.lastIndexOf(" ");
  return at < 0
    ? { firstName: name, surname: NO_SURNAME }
    : { firstName: name.slice(0, at), surname: name.slice(at + 1) };
}

/** Adds a featured artist, unless the track credits them already. */
export function withFeatured(contributors: TrackContributors, name: string): TrackContributors {
  const key = titleKey(name);
  const isCredited = contributors.featuredArtists.some(
    (artist) => titleKey(writtenName(artist)) === key,
  );
  if (isCredited) return contributors;
  return addPerson(contributors, {
    list: "featuredArtists",
    ...splitName(name),
    roles: [],
  });
}

/**
 * A track without a title, named after its file. What the tag calls it is better where the name of
 * the file says nothing ("01", "Track 3"), and where both say the same: tags hold signs that names of
 * files can't, and may add a version. Where they differ the name counts, which the artist has seen,
 * and the tag is offered below the field. Guests in either, and behind the artist in the tag, become
 * featured artists; where that leaves no title, or the artist has made it alone, those in the title
 * stay there, and an advice tells of them. A version goes into round brackets.
 */
export function namedAfterFile(
  track: Track,
  fileTitle: string,
  { title: tagTitle = "", artist = "" }: TrackTags = {},
): Track {
  if (track.title) return track;
  const ofName = takeGuests(withVersion(fileTitle));
  const ofTag = takeGuests(withVersion(tagTitle));
  const isSame = [ofTag.title, withoutVersion(ofTag.title)].some(
    (title) => normalizeName(title) === normalizeName(ofName.title),
  );
  const isTagBetter = ofTag.title !== "" && (isSame || isUnnamed(ofName.title));
  const { title } = isTagBetter ? ofTag : ofName;
  const named = [ofName, ...(isTagBetter ? [ofTag] : [])].flatMap(({ names }) => names);
  if (title === "" || track.metadata.soloWork)
    return { ...track, title: withVersion(isTagBetter ? tagTitle : fileTitle) };
  const guests = [...named, ...takeGuests(artist).names];
  return { ...track, title, metadata: guests.reduce(withFeatured, track.metadata) };
}
