import { writtenName } from "~/platform/formats/written-name";
import type { RecordedTrack, ReleaseForm } from "./release-form";

/** A role is one of the catalogue, or one of these two. */
export const MAIN_ARTIST = "Main artist";
export const FEATURED_ARTIST = "Featured artist";

export interface Contributor {
  name: string;
  roles: readonly string[];
}

/** Everybody credited, each once with all roles. */
export function contributorsOf(form: ReleaseForm, { metadata }: RecordedTrack): Contributor[] {
  const { featuredArtists, nonFeaturedArtists, producers, songwriters, soloWork } = metadata;
  const credits: [name: string, roles: readonly string[]][] = [
    [form.artistName, [MAIN_ARTIST]],
    ...featuredArtists.map((artist): (typeof credits)[number] => [
      writtenName(artist),
      [FEATURED_ARTIST, ...artist.roles],
    ]),
    ...nonFeaturedArtists.map((artist): (typeof credits)[number] => [
      writtenName(artist),
      artist.roles,
    ]),
    ...(soloWork ? [form] : songwriters).map((writer): (typeof credits)[number] => [
      writtenName(writer),
      ["Songwriter"],
    ]),
    ...producers.map((name): (typeof credits)[number] => [name, ["Producer"]]),
  ];
  const rolesByName = new Map<string, Set<string>>();
  for (const [name, roles] of credits) {
    if (!name) continue;
    rolesByName.set(name, new Set([...(rolesByName.get(name) ?? []), ...roles]));
  }
  return [...rolesByName].map(([name, roles]) => ({ name, roles: [...roles] }));
}
