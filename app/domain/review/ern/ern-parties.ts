import {
  type Contributor,
  FEATURED_ARTIST,
  MAIN_ARTIST,
} from "~/domain/submission/record/contributors";
import type { PersonCodes } from "~/domain/submission/record/distribution-details";
import { isSameName } from "~/platform/formats/same-name";
import { isRole } from "~/reference/roles";
import { ernContribution } from "./contributor-roles";
import type { ErnRelease, ErnTrack } from "./ern-release";

/** Names of a release's people and label, with their codes, and how the rest of a message refers to each. */
export interface PartyReferences {
  names: readonly string[];
  codesOf: (name: string) => PersonCodes;
  referenceOf: (name: string) => string;
}

/** Each name once, in the order in which a message needs them. */
export function referParties({ artist, label, tracks }: ErnRelease): PartyReferences {
  const names: string[] = [];
  const everyone = tracks.flatMap(({ contributors }) => contributors);
  for (const name of [artist, label, ...everyone.map((person) => person.name)])
    if (!names.some((known) => isSameName(known, name))) names.push(name);
  const referenceOf = (name: string) =>
    `P${names.findIndex((known) => isSameName(known, name)) + 1}`;
  const codesOf = (name: string) => everyone.find((person) => isSameName(person.name, name)) ?? {};
  return { names, codesOf, referenceOf };
}

export const partyList = ({ names, codesOf, referenceOf }: PartyReferences) => ({
  Party: names.map((name) => {
    const { isni = [], ipi = [] } = codesOf(name);
    const hasCode = typeof isni === "string" || typeof ipi === "string";
    return {
      PartyReference: referenceOf(name),
      PartyName: { FullName: name },
      PartyId: hasCode ? { ISNI: isni, IpiNameNumber: ipi } : [],
    };
  }),
});

/** Who a release or a track is by, in the order in which shops name them. */
export function displayArtists(
  artist: string,
  contributors: readonly Contributor[],
  { referenceOf }: PartyReferences,
) {
  const featured = contributors.filter(({ roles }) => roles.includes(FEATURED_ARTIST));
  const shown = [[artist, "MainArtist"], ...featured.map(({ name }) => [name, "FeaturedArtist"])];
  return shown.map(([name = "", role], index) => ({
    "@SequenceNumber": index + 1,
    ArtistPartyReference: referenceOf(name),
    DisplayArtistRole: role,
  }));
}

/** A line such as "Ada feat. Kai & Mo". */
export function displayArtistName(artist: string, contributors: readonly Contributor[]): string {
  const guests = contributors
    .filter(({ roles }) => roles.includes(FEATURED_ARTIST))
    .map(({ name }) => name);
  if (guests.length === 0) return artist;
  const [last, ...others] = [...guests].reverse();
  const list = others.length > 0 ? `${others.reverse().join(", ")} & ${last}` : last;
  return `${artist} feat. ${list}`;
}

/** Each person once with all roles (release profile, rule 1030). */
export function trackContributors({ contributors }: ErnTrack, { referenceOf }: PartyReferences) {
  return contributors.flatMap(({ name, roles }) => {
    const isFeatured = roles.includes(FEATURED_ARTIST);
    const contributions = roles.filter(isRole).map(ernContribution);
    const isArtist = roles.includes(MAIN_ARTIST) || isFeatured;
    // Who is only named as an artist has performed it, or the name would stand without a role.
    const names = contributions.map(({ role }) => role);
    const ernRoles = [...new Set(names.length === 0 && isArtist ? ["Performer"] : names)];
    if (ernRoles.length === 0) return [];
    return {
      ContributorPartyReference: referenceOf(name),
      Role: ernRoles,
      InstrumentType: [...new Set(contributions.flatMap(({ instrument }) => instrument ?? []))],
      ...(isArtist && { HasMadeFeaturedContribution: true }),
    };
  });
}
