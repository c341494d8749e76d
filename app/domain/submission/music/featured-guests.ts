import { writtenName } from "~/platform/formats/written-name";
import { takeGuests } from "./advice-credits";
import { withVersion } from "./advice-versions";
import { addPerson } from "./known-people";
import { titleKey } from "./title-rule";
import type { Track } from "./track";
import type { TrackContributors } from "./track-contributors";

/** Splits "Ada Lynn Moss" before its last word; a single name has no surname. */
function splitName(name: string): { firstName: string; surname: string } {
  const at = name.lastIndexOf(" ");
  return at < 0
    ? { firstName: name, surname: "" }
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
 * A track without a title, named after its file. Guests in the name become featured artists, if each has
 * a surname, which the form asks for; else they stay in the title, where an advice tells of them. A version
 * goes into round brackets.
 */
export function namedAfterFile(track: Track, fileTitle: string): Track {
  if (track.title) return track;
  const name = withVersion(fileTitle);
  const { title, names } = takeGuests(name);
  const isTaken = title !== "" && names.every((guest) => guest.includes(" "));
  if (!isTaken || track.metadata.soloWork) return { ...track, title: name };
  return { ...track, title, metadata: names.reduce(withFeatured, track.metadata) };
}
