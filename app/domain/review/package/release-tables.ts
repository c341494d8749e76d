import type { AudioFindings } from "~/domain/media/audio-findings";
import { type FormFields, fieldsAt, textsAt } from "~/domain/submission/fields/form-field";
import { formFields } from "~/domain/submission/fields/form-fields";
import { type AdvisedPicture, pictureTexts } from "~/domain/submission/music/release-advice";
import type {
  DistributionDetails,
  LabelledValues,
} from "~/domain/submission/record/distribution-details";
import type { Submission } from "~/domain/submission/record/submission-store.server";
import { CSV_START, csvLine } from "./csv";
import type { PackagedFile } from "./package-files";
import { type AudioFacts, releaseModel } from "./release-model";

export type PackagedSubmission = Pick<
  Submission,
  "id" | "reference" | "status" | "createdAt" | "replyDueAt" | "form"
> & {
  /** Details for distribution, if the artist sent any. */
  details?: DistributionDetails | undefined;
  /** The measured sound by upload; null for a file that cannot be measured. */
  findings: Readonly<Record<string, AudioFindings | null>>;
  /** What was found in each picture, by upload. */
  pictures: Readonly<Record<string, AdvisedPicture>>;
  /** The length and the format of each track's sound, by upload. */
  audio?: Readonly<Record<string, AudioFacts>>;
};

const pictureNotes = (pictures: PackagedSubmission["pictures"], uploadId = "") => {
  const picture = pictures[uploadId];
  return picture
    ? pictureTexts(picture)
        .map(({ text }) => text)
        .join(" ")
    : "";
};

const filePath = (files: readonly PackagedFile[], uploadId: string | undefined, folder: string) =>
  files.find((file) => file.uploadId === uploadId && file.path.startsWith(folder))?.path ?? "";

const textsOf = <S extends object>(fields: FormFields<S>, source: S) =>
  Object.fromEntries(textsAt(fields, "package", source));

/** Columns of the release, repeated on every line. */
function releaseCells(
  { reference, status, createdAt, form, pictures }: PackagedSubmission,
  files: readonly PackagedFile[],
) {
  return {
    reference,
    status,
    submitted: createdAt,
    ...textsOf(formFields.leading, form),
    ...textsOf(formFields.artist, form),
    ...textsOf(formFields.release, form),
    artwork: filePath(files, form.artworkUploadId, "Artwork/"),
    "artwork notes": pictureNotes(pictures, form.artworkUploadId),
    ...textsOf(formFields.about, form),
    ...textsOf(formFields.transfer, form),
  };
}

const NO_TRACK = {
  line: "release",
  number: "" as string | number,
  ...Object.fromEntries(fieldsAt(formFields.track, "package").map(({ label }) => [label, ""])),
  file: "",
  "track artwork": "",
  "track artwork notes": "",
  link: "",
  sound: "",
  "peak dBFS": "" as string | number,
  "true peak dBTP": "" as string | number,
  "loudness LUFS": "" as string | number,
  clipping: "" as string | number,
  "silence at start": "" as string | number,
  "silence at end": "" as string | number,
  mono: "",
};

const toTenth = (level: number | null) => (level === null ? "" : Number(level.toFixed(1)));

/** Columns of a track's measured sound; silence in seconds. */
function soundCells(findings: AudioFindings | null | undefined) {
  if (findings === undefined) return { sound: "not measured" };
  if (findings === null) return { sound: "can't be measured" };
  const { peak, truePeak, loudness, clipping, silence, channels, same } = findings;
  return {
    sound: "measured",
    "peak dBFS": toTenth(peak),
    "true peak dBTP": toTenth(truePeak),
    "loudness LUFS": toTenth(loudness),
    clipping: clipping.runs,
    "silence at start": toTenth(silence.head),
    "silence at end": toTenth(silence.tail),
    mono: channels === 1 || same ? "yes" : "",
  };
}

const toColumns = (values: LabelledValues = []) =>
  Object.fromEntries(values.map(([name, value]) => [`details: ${name}`, value]));

/** Columns of the distribution details, if any. */
function detailColumns(details: DistributionDetails | undefined) {
  const names = Object.keys(Object.assign({}, ...(details?.tracks ?? []).map(toColumns)));
  return {
    release: details
      ? {
          "details sent": details.sentAt ?? "",
          "rights gaps": details.rightsGaps.join("; "),
          ...toColumns(details.release),
        }
      : {},
    noTrack: Object.fromEntries(names.map((name) => [name, ""])),
    ofTrack: (index: number) => toColumns(details?.tracks[index]),
  };
}

/** `release.csv`: a line per track and per release to transfer; one line if there is none. */
export function releaseCsv(submission: PackagedSubmission, files: readonly PackagedFile[]): string {
  const { tracks, catalogueItems } = submission.form;
  const { details, findings, pictures } = submission;
  const detailCells = detailColumns(details);
  const lines = [
    ...tracks.map((track, index) => ({
      ...NO_TRACK,
      line: "track",
      number: index + 1,
      ...textsOf(formFields.track, track),
      file: filePath(files, track.uploadId, "Audio/"),
      "track artwork": filePath(files, track.customArtworkUploadId, "Artwork/"),
      "track artwork notes": pictureNotes(pictures, track.customArtworkUploadId),
      ...(track.uploadId && soundCells(findings[track.uploadId])),
      ...detailCells.ofTrack(index),
    })),
    ...catalogueItems.map((item, index) => ({
      ...NO_TRACK,
      line: `transfer of ${item.type}`,
      number: index + 1,
      title: item.title,
      "track release date": item.releaseDate,
      credits: item.artist,
      link: item.spotifyUrl,
    })),
  ];
  const release = { ...releaseCells(submission, files), ...detailCells.release };
  const emptyTrack = { ...NO_TRACK, ...detailCells.noTrack };
  const rows = (lines.length > 0 ? lines : [NO_TRACK]).map((line) => ({ ...emptyTrack, ...line }));
  return [
    CSV_START,
    csvLine([...Object.keys(release), ...Object.keys(emptyTrack)]),
    ...rows.map((line) => csvLine([...Object.values(release), ...Object.values(line)])),
  ].join("");
}

/** Undefined, and so left out, without details. */
const toJsonDetails = (details: DistributionDetails | undefined) =>
  details && {
    sentAt: details.sentAt,
    rightsGaps: details.rightsGaps,
    release: Object.fromEntries(details.release),
    tracks: details.tracks.map((values) => Object.fromEntries(values)),
  };

/** `release.json`: the whole submission and its files. */
export function releaseJson(submission: PackagedSubmission, files: readonly PackagedFile[]) {
  const { id, reference, status, createdAt, replyDueAt, form, details, findings, pictures } =
    submission;
  const sound = Object.entries(findings).map(([uploadId, found]) => {
    const { waveform: _, ...measured } = found ?? {};
    return { uploadId, measured: found && measured };
  });
  const releaseData = {
    id,
    reference,
    status,
    createdAt,
    replyDueAt,
    release: form,
    details: toJsonDetails(details),
    /** What a distributor is told. */
    delivery: releaseModel(submission, files),
    sound,
    pictures: Object.entries(pictures).map(([uploadId, found]) => ({ uploadId, found })),
    files: files.map(({ path, uploadId, size }) => ({ path, uploadId, bytes: size })),
  };
  return `${JSON.stringify(releaseData, null, 2)}\n`;
}
