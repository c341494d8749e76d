import type { ReleaseModel, TrackModel } from "../package/release-model";
import { creditRoles, namesWith } from "./person-fields";
import { sheetField } from "./sheet-field";
import * as formats from "./sheet-formats";

const ofTrack = <T>(
  names: readonly [string, string],
  kind: formats.Kind<T>,
  value: (track: TrackModel, release: ReleaseModel) => T | undefined,
  need?: true | string,
) =>
  sheetField(
    "Track",
    names,
    kind,
    ({ track, release }) => (track ? value(track, release) : undefined),
    need,
  );

const fullTitle = ({ title, version }: TrackModel) => (version ? `${title} (${version})` : title);

function artistWithGuests(track: TrackModel): string {
  const guests = namesWith(track, creditRoles.featuring).join(", ");
  const artists = namesWith(track, creditRoles.main).join(", ");
  return guests ? `${artists} feat. ${guests}` : artists;
}

/** Fields of a track. */
export const trackFields = {
  trackNumber: ofTrack(
    [
      "Track number",
      "track no, track, number, no, sequence, track sequence, position, order, track order, seq",
    ],
    formats.number,
    ({ number }) => number,
    true,
  ),
  discNumber: ofTrack(
    ["Disc number", "cd number, disc, disc no, volume, volume number, cd, disk number"],
    formats.number,
    () => 1,
  ),
  trackTitle: ofTrack(
    [
      "Track title, without its version",
      "title, track title, track name, song title, song name, song, name",
    ],
    formats.text,
    ({ title }) => title,
    true,
  ),
  fullTitle: ofTrack(
    [
      "Track title with its version",
      "full title, display title, title with version, complete title",
    ],
    formats.text,
    fullTitle,
    true,
  ),
  version: ofTrack(
    [
      "Version",
      "mixtitle version, track mixtitle version, mix title, mix version, track version, subtitle, version title, mix, remix name",
    ],
    formats.text,
    ({ version }) => version,
  ),
  isrc: ofTrack(
    ["ISRC", "isrc code, track isrc, recording isrc"],
    formats.isrc,
    ({ isrc }) => isrc,
    "the ISRC",
  ),
  iswc: ofTrack(["ISWC", "iswc code, track iswc, work iswc"], formats.iswc, ({ iswc }) => iswc),
  explicit: ofTrack(
    [
      "Explicit words",
      "parental advisory, explicit, explicit lyrics, track explicit lyrics, advisory, explicit content, parental warning, explicit flag",
    ],
    formats.explicit,
    ({ explicit }) => explicit,
    "whether it has explicit words",
  ),
  trackLanguage: ofTrack(
    [
      "Language of the words",
      "lyrics language, audio language, language, track language, vocal language, language of performance, lyric language",
    ],
    formats.language,
    ({ language }) => language,
    "the language of the words",
  ),
  lyrics: ofTrack(
    ["Lyrics", "lyrics text, track lyrics, lyric"],
    formats.text,
    ({ lyrics }) => lyrics,
  ),
  duration: ofTrack(
    ["Length", "duration, track length, time, track duration, running time, runtime"],
    formats.duration,
    ({ audio }) => audio?.seconds,
    true,
  ),
  trackDate: ofTrack(
    [
      "Release date of the track",
      "original release date, track release date, original date, physical release date",
    ],
    formats.date,
    ({ releaseDate }) => releaseDate,
    true,
  ),
  trackFile: ofTrack(
    [
      "File of the track",
      "track filename, audio file, filename, file name, audio filename, file, wav, audio, track file, wav file",
    ],
    formats.file,
    ({ file }) => file?.path,
    "the track's file",
  ),
  trackId: ofTrack(
    [
      "Our number of the track",
      "track custom id, track catalog number, track catalogue number, custom id, track id, track reference",
    ],
    formats.text,
    ({ number }, { reference }) => `${reference}-${number}`,
  ),
  trackArtist: ofTrack(
    [
      "Artist of the track, with guests",
      "track artist, display artist, track artists, artists, artist s, track display artist, performer",
    ],
    formats.text,
    artistWithGuests,
    true,
  ),
  trackAi: ofTrack(
    ["Made by AI", "ai, ai generated, contains ai, ai content, ai usage, ai disclosure, track ai"],
    formats.text,
    ({ number }, { ai }) => ai?.tracks[number - 1]?.recording,
  ),
};
