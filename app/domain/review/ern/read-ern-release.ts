import type { AdvisedPicture } from "~/domain/submission/music/release-advice";
import { formatGtin } from "~/platform/formats/gtin";
import type { ModelFile, ReleaseModel, TrackModel } from "../package/release-model";
import type { ErnFile, ErnImage, ErnRelease, ErnTrack } from "./ern-release";

/** What was found in each picture, by upload. */
type Pictures = Readonly<Record<string, Pick<AdvisedPicture, "width" | "height">>>;

const NO_CHECKSUM = "its file's checksum, as it was sent before we kept them";

/** Codecs of the allowed values, by the ending of a file's name. */
const CODECS: Readonly<Record<string, string>> = {
  ".jpg": "JPEG",
  ".jpeg": "JPEG",
  ".png": "PNG",
  ".gif": "GIF",
};

/** `lacks` collects in words for staff what a message cannot be without. */
function createReader(icpn: string, pictures: Pictures, lacks: string[]) {
  function readFile(file: ModelFile | undefined, name: string, what: string): ErnFile | undefined {
    const sha256 = file?.sha256;
    if (!file || !sha256) {
      lacks.push(what + (file ? NO_CHECKSUM : "its file"));
      return undefined;
    }
    const { uploadId, path, size } = file;
    const ending = /\.[a-z0-9]+$/.exec(path)?.[0] ?? "";
    return { uploadId, name: `${icpn}_${name}${ending}`, size, sha256 };
  }

  function readImage(file: ModelFile | undefined, name: string, what: string) {
    const found = readFile(file, name, what);
    if (!found) return undefined;
    const { width, height } = pictures[found.uploadId] ?? {};
    const ending = /\.[a-z0-9]+$/.exec(found.name)?.[0] ?? "";
    const image: ErnImage = { ...found, codec: CODECS[ending] ?? "Unknown", width, height };
    return image;
  }

  function readTrack(track: TrackModel, imageNumber: number): ErnTrack | undefined {
    const { number, title, isrc, explicit, audio } = track;
    const what = `Track ${number}, ${title}: `;
    if (!title) lacks.push(`Track ${number}: its title`);
    if (!isrc) lacks.push(`${what}its ISRC`);
    if (!explicit) lacks.push(`${what}whether it has explicit words`);
    if (!audio) lacks.push(`${what}its length, which is measured when its file arrives`);
    const file = readFile(track.file, `T${number}`, what);
    const artwork =
      track.artwork && readImage(track.artwork, `T${imageNumber}`, `${what}artwork: `);
    if (!title || !isrc || !explicit || !audio || !file) return undefined;
    return { ...track, isrc, explicit, audio, file, artwork };
  }

  return { readImage, readTrack };
}

/** What else each release must have, in words for staff. */
const REQUIRED: readonly (readonly [(release: ReleaseModel) => string, string])[] = [
  [({ gtin }) => gtin, "The UPC"],
  [({ label }) => label, "The label"],
  [({ genre }) => genre, "The genre"],
  [({ releaseDate }) => releaseDate, "The release date"],
  [({ cLine }) => cLine.year && cLine.owner, "The year and name of the ©"],
  [({ pLine }) => pLine.year && pLine.owner, "The year and name of the ℗"],
];

/** A release with all that a message asks for, or what it lacks, a line each. */
export function readErnRelease(
  model: ReleaseModel,
  pictures: Pictures,
): { release: ErnRelease } | { lacks: string[] } {
  if (model.tracks.length === 0)
    return { lacks: ["Tracks of its own: this submission only moves a catalogue"] };
  const lacks = REQUIRED.flatMap(([read, name]) => (read(model) ? [] : [name]));
  const icpn = formatGtin(model.gtin);
  const { readImage, readTrack } = createReader(icpn, pictures, lacks);
  const count = model.tracks.length;
  const cover = readImage(model.artwork, `T${count + 1}`, "The artwork: ");
  const tracks = model.tracks.flatMap((track) => readTrack(track, count + 1 + track.number) ?? []);
  return cover && lacks.length === 0 ? { release: { ...model, icpn, cover, tracks } } : { lacks };
}
