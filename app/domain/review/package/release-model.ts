import { spotifyArtistId } from "~/domain/catalogue/spotify-link";
import { versionIn, withoutVersion } from "~/domain/submission/music/advice-versions";
import { releaseDays } from "~/domain/submission/music/release-days";
import { type Contributor, contributorsOf } from "~/domain/submission/record/contributors";
import type {
  AiDisclosure,
  DeliveryAnswers,
  PersonCodes,
} from "~/domain/submission/record/distribution-details";
import type { ReleaseForm } from "~/domain/submission/record/release-form";
import { releaseName } from "~/domain/submission/record/release-name";
import { isSameName } from "~/platform/formats/same-name";
import type { PackagedFile } from "./package-files";

/** What is known of a track's sound without listening to it. */
export interface AudioFacts {
  seconds: number;
  channels: number;
  /** Hz. */
  sampleRate: number;
  bitsPerSample: number;
}

/** A file in the package; where it is stored is nobody else's. */
export type ModelFile = Omit<PackagedFile, "key">;

export interface TrackModel {
  number: number;
  /** Without its version. */
  title: string;
  version: string;
  isrc: string;
  iswc: string;
  /** YYYY-MM-DD. */
  releaseDate: string;
  explicit: DeliveryAnswers["tracks"][number]["explicit"];
  language: string;
  lyrics: string;
  isCover: boolean;
  /** The original publisher of a cover version. */
  publisher: string;
  /** Each person once, the main artist first. */
  contributors: readonly (Contributor & PersonCodes)[];
  file: ModelFile | undefined;
  artwork: ModelFile | undefined;
  audio: AudioFacts | undefined;
}

/** A release as it is delivered: what sheets and messages for distributors are made from. */
export interface ReleaseModel {
  id: string;
  reference: string;
  artist: string;
  /** Of the artist; empty where there is no link to a profile. */
  spotifyId: string;
  title: string;
  type: ReleaseForm["releaseType"];
  genre: string;
  subGenre: string;
  /** YYYY-MM-DD. */
  releaseDate: string;
  label: string;
  /** 13 digits, or empty. */
  gtin: string;
  language: string;
  cLine: { year: string; owner: string };
  pLine: { year: string; owner: string };
  /** Codes of countries, none for the whole world. */
  territory: { kind: "world" | "only" | "except"; countries: readonly string[] };
  artwork: ModelFile | undefined;
  /** Undefined while it is not answered. */
  ai: AiDisclosure | undefined;
  tracks: readonly TrackModel[];
}

interface ModelSource {
  id: string;
  reference: string;
  form: ReleaseForm;
  details?: { delivery?: DeliveryAnswers | undefined } | undefined;
  /** By upload. */
  audio?: Readonly<Record<string, AudioFacts>> | undefined;
}

const territoryOf = ({ territory, countries }: DeliveryAnswers): ReleaseModel["territory"] =>
  countries.length === 0 || territory === "worldwide" || territory === ""
    ? { kind: "world", countries: [] }
    : { kind: territory === "list" ? "only" : "except", countries };

function findFile(
  files: readonly PackagedFile[],
  id: string | undefined,
  folder: string,
): ModelFile | undefined {
  const found = files.find(({ uploadId, path }) => uploadId === id && path.startsWith(folder));
  if (!found) return undefined;
  const { key: _, ...file } = found;
  return file;
}

/** The facts of a release for its distributor; of what was not answered, empty texts. */
export function releaseModel(source: ModelSource, files: readonly PackagedFile[]): ReleaseModel {
  const { id, reference, form, details, audio = {} } = source;
  const answers = details?.delivery;
  const { full: releaseDate } = releaseDays(form);
  const { cYear = "", cName = "", pYear = "", pName = "" } = answers ?? {};
  return {
    ...{ id, reference, releaseDate },
    artist: form.artistName,
    spotifyId: spotifyArtistId(form.spotifyProfile) ?? "",
    title: releaseName(form),
    type: form.releaseType,
    genre: form.primaryGenre,
    subGenre: form.subGenre,
    label: answers?.labelName ?? "",
    gtin: answers?.gtin ?? "",
    language: answers?.language ?? "",
    cLine: { year: cYear, owner: cName },
    pLine: { year: pYear, owner: pName },
    territory: answers ? territoryOf(answers) : { kind: "world", countries: [] },
    artwork: findFile(files, form.artworkUploadId, "Artwork/"),
    ai: answers?.ai,
    tracks: form.tracks.map((track, index) => {
      const answered = answers?.tracks[index];
      return {
        number: index + 1,
        title: withoutVersion(track.title),
        version: answered?.version || versionIn(track.title),
        isrc: answered?.isrc ?? "",
        iswc: answered?.iswc ?? "",
        releaseDate: (form.waterfallEnabled && track.releaseDate) || releaseDate,
        explicit: answered?.explicit ?? "",
        language: answered?.language ?? "",
        lyrics: answered?.lyrics ?? "",
        isCover: answered?.isCover ?? false,
        publisher: answered?.publisher ?? "",
        contributors: contributorsOf(form, track, answered).map((contributor) => ({
          ...contributor,
          ...answers?.people?.find(({ name }) => isSameName(name, contributor.name)),
        })),
        file: findFile(files, track.uploadId, "Audio/"),
        artwork: findFile(files, track.customArtworkUploadId, "Artwork/"),
        audio: track.uploadId ? audio[track.uploadId] : undefined,
      };
    }),
  };
}
