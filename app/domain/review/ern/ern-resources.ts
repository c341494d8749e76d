import { INSTRUMENTAL } from "~/reference/languages";
import {
  displayArtistName,
  displayArtists,
  type PartyReferences,
  trackContributors,
} from "./ern-parties";
import type { ErnFile, ErnImage, ErnRelease, ErnTrack } from "./ern-release";

export const WORLD = "Worldwide";

const IS_DEFAULT = { "@ApplicableTerritoryCode": WORLD, "@IsDefault": true };

const WARNINGS = { no: "NotExplicit", yes: "Explicit", clean: "ExplicitContentEdited" } as const;

export const parentalWarning = (explicit: keyof typeof WARNINGS) => ({
  ...IS_DEFAULT,
  "#text": WARNINGS[explicit],
});

/** How the rest of a message refers to a track's sound, its cover, and the cover of the release. */
export const soundReference = (index: number) => `A${index + 1}`;
export const coverReference = ({ tracks }: ErnRelease) => `A${tracks.length + 1}`;
export const artworkReference = ({ tracks }: ErnRelease, index: number) =>
  `A${tracks.length + 2 + index}`;

/** ISO 8601, such as PT3M45S. */
export function isoDuration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  return `PT${hours > 0 ? `${hours}H` : ""}${minutes}M${whole % 60}S`;
}

/** The title with its version as one line, and in parts. */
export function displayTitles(title: string, version = "") {
  return {
    DisplayTitleText: { ...IS_DEFAULT, "#text": version ? `${title} (${version})` : title },
    DisplayTitle: {
      ...IS_DEFAULT,
      TitleText: title,
      SubTitle: version ? { "@SubTitleType": "Version", "#text": version } : [],
    },
  };
}

export const defaultName = (name: string) => ({ ...IS_DEFAULT, "#text": name });

const fileOf = ({ name, size, sha256 }: ErnFile) => ({
  URI: `resources/${name}`,
  HashSum: { Algorithm: "SHA-256", HashSumValue: sha256 },
  FileSize: size,
});

export const pLineOf = ({ pLine: { year, owner } }: ErnRelease) => ({
  Year: year,
  PLineCompany: owner,
  PLineText: `℗ ${year} ${owner}`,
});

function edition({ isrc, audio, file }: ErnTrack, index: number, release: ErnRelease) {
  return {
    ResourceId: { ISRC: isrc },
    PLine: pLineOf(release),
    TechnicalDetails: {
      TechnicalResourceDetailsReference: `T${index + 1}`,
      DeliveryFile: {
        Type: "AudioFile",
        ContainerFormat: "WAV",
        AudioCodecType: "PCM",
        NumberOfChannels: audio.channels,
        SamplingRate: { "@UnitOfMeasure": "Hz", "#text": audio.sampleRate },
        BitsPerSample: audio.bitsPerSample,
        Duration: isoDuration(audio.seconds),
        File: fileOf(file),
        IsProvidedInDelivery: true,
      },
    },
  };
}

export function soundRecording(
  release: ErnRelease,
  track: ErnTrack,
  index: number,
  parties: PartyReferences,
) {
  const { title, version, iswc, contributors, language, explicit, audio } = track;
  const isInstrumental = language === INSTRUMENTAL;
  return {
    ResourceReference: soundReference(index),
    Type: "MusicalWorkSoundRecording",
    SoundRecordingEdition: edition(track, index, release),
    WorkId: iswc ? { ISWC: iswc } : [],
    ...displayTitles(title, version),
    DisplayArtistName: defaultName(displayArtistName(release.artist, contributors)),
    DisplayArtist: displayArtists(release.artist, contributors, parties),
    Contributor: trackContributors(track, parties),
    Duration: isoDuration(audio.seconds),
    FirstPublicationDate: defaultName(track.releaseDate),
    ParentalWarningType: parentalWarning(explicit),
    IsCover: track.isCover,
    IsInstrumental: isInstrumental,
    LanguageOfPerformance: language && !isInstrumental ? language : [],
  };
}

/** A profile has one front cover only; the picture of a track gets a type of the sender's. */
export function image(
  picture: ErnImage,
  ids: { reference: string; technical: string; namespace: string },
  isCover: boolean,
) {
  const { namespace } = ids;
  const own = { "@Namespace": namespace, "@UserDefinedValue": "TrackCoverImage" };
  const pixels = (count: number | undefined) =>
    count === undefined ? [] : { "@UnitOfMeasure": "Pixel", "#text": count };
  return {
    ResourceReference: ids.reference,
    Type: isCover ? "FrontCoverImage" : { ...own, "#text": "UserDefined" },
    ResourceId: { ProprietaryId: { "@Namespace": namespace, "#text": picture.name } },
    ParentalWarningType: parentalWarning("no"),
    TechnicalDetails: {
      TechnicalResourceDetailsReference: ids.technical,
      ImageCodecType: picture.codec,
      ImageHeight: pixels(picture.height),
      ImageWidth: pixels(picture.width),
      File: fileOf(picture),
      IsProvidedInDelivery: true,
    },
  };
}
