import type { ReleaseModel, TrackModel } from "../package/release-model";
import { creditRoles, namesWith } from "./person-fields";
import { sheetField } from "./sheet-field";
import * as formats from "./sheet-formats";

const ofTrack = <T>(
  label: string,
  kind: formats.Kind<T>,
  value: (track: TrackModel, release: ReleaseModel) => T | undefined,
  need?: true | string,
) =>
  sheetField(
    "Track",
    label,
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
  trackNumber: ofTrack("Track number", formats.number, ({ number }) => number, true),
  discNumber: ofTrack("Disc number", formats.number, () => 1),
  trackTitle: ofTrack("Track title, without its version", formats.text, ({ title }) => title, true),
  fullTitle: ofTrack("Track title with its version", formats.text, fullTitle, true),
  version: ofTrack("Version", formats.text, ({ version }) => version),
  isrc: ofTrack("ISRC", formats.isrc, ({ isrc }) => isrc, "the ISRC"),
  iswc: ofTrack("ISWC", formats.iswc, ({ iswc }) => iswc),
  explicit: ofTrack(
    "Explicit words",
    formats.explicit,
    ({ explicit }) => explicit,
    "whether it has explicit words",
  ),
  trackLanguage: ofTrack(
    "Language of the words",
    formats.language,
    ({ language }) => language,
    "the language of the words",
  ),
  lyrics: ofTrack("Lyrics", formats.text, ({ lyrics }) => lyrics),
  duration: ofTrack("Length", formats.duration, ({ audio }) => audio?.seconds, true),
  trackDate: ofTrack(
    "Release date of the track",
    formats.date,
    ({ releaseDate }) => releaseDate,
    true,
  ),
  trackFile: ofTrack(
    "File of the track",
    formats.file,
    ({ file }) => file?.path,
    "the track's file",
  ),
  trackId: ofTrack(
    "Our number of the track",
    formats.text,
    ({ number }, { reference }) => `${reference}-${number}`,
  ),
  trackArtist: ofTrack("Artist of the track, with guests", formats.text, artistWithGuests, true),
  trackAi: ofTrack(
    "Made by AI",
    formats.text,
    ({ number }, { ai }) => ai?.tracks[number - 1]?.recording,
  ),
};
