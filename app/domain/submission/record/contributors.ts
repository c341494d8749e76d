import { writtenName } from "~/platform/formats/written-name";
import type { RecordedTrack, ReleaseForm } from "./release-form";

/** A role is one of the catalogue, or one of these two. */
export const MAIN_ARTIST = "Main artist";
export const FEATURED_ARTIST = "Featured artist";

export interface Contributor {
  name: string;
  roles: readonly string[];
}

/** What was answered about the song of a track. */
interface SongAnswers {
  isCover: boolean;
  coverWriters: string;
}

/** The song of a cover version is not its artist's, even where nobody else played on it. */
function writersOf(form: ReleaseForm, { metadata }: RecordedTrack, song?: SongAnswers): string[] {
  const originals = (song?.coverWriters ?? "")
    .split(/[,;/&\n]/)
    .flatMap((name) => name.trim() || []);
  if (originals.length > 0) return originals;
  if (!metadata.soloWork) return metadata.songwriters.map(writtenName);
  return song?.isCover ? [] : [writtenName(form)];
}

/** Everybody credited, each once with all roles. */
export function contributorsOf(
  form: ReleaseForm,
  track: RecordedTrack,
  song?: SongAnswers,
): Contributor[] {
  const { featuredArtists, nonFeaturedArtists, producers } = track.metadata;
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
    ...writersOf(form, track, song).map((name): (typeof credits)[number] => [name, ["Songwriter"]]),
    ...producers.map((name): (typeof credits)[number] => [name, ["Producer"]]),
  ];
  const rolesByName = new Map<string, Set<string>>();
  for (const [name, roles] of credits) {
    if (!name) continue;
    rolesByName.set(name, new Set([...(rolesByName.get(name) ?? []), ...roles]));
  }
  return [...rolesByName].map(([name, roles]) => ({ name, roles: [...roles] }));
}
