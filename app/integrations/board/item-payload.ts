import type { BoardLinks, BoardSubmission } from "~/domain/board/board";
import { type FormFields, fieldsAt } from "~/domain/submission/fields/form-field";
import { formFields } from "~/domain/submission/fields/form-fields";
import { transferUrls } from "~/domain/submission/music/transfer";
import type { RecordedTrack, ReleaseForm } from "~/domain/submission/record/release-form";
import { releaseName } from "~/domain/submission/record/release-name";
import {
  clipWindowsText,
  earlyReleaseText,
  joinUrlsWithin,
  planLines,
  trackLines,
  trackName,
} from "~/domain/submission/record/release-texts";
import { statusLabel } from "~/reference/statuses";
import { clipLines } from "./clip-lines";
import type { BoardField, ColumnMap } from "./column-map";
import { type FieldTexts, type ItemPayload, toItemPayload } from "./field-texts";
import { fitLines, LONG_TEXT_LIMIT } from "./fit-text";

const textsOf = (fields: FormFields<ReleaseForm>, form: ReleaseForm): FieldTexts =>
  Object.fromEntries(fieldsAt(fields, "board").map(({ name, text }) => [name, text(form)]));

/** A line for each track that has an answer. */
const trackTexts = (tracks: readonly RecordedTrack[]): FieldTexts =>
  Object.fromEntries(
    fieldsAt<RecordedTrack>(formFields.track, "board").map(({ name, text }) => [
      name,
      fitLines(trackLines(tracks, text), 1)[0],
    ]),
  );

export function releaseTexts(
  {
    form,
    files,
    createdAt = "",
  }: Pick<BoardSubmission, "form" | "files"> & Partial<Pick<BoardSubmission, "createdAt">>,
  { files: links, clips: clipLinks, folder }: BoardLinks,
): FieldTexts {
  const fileUrl = (track: RecordedTrack) => track.uploadId && links.get(track.uploadId);
  const firstIndex = form.tracks.findIndex((track) => fileUrl(track));
  const firstTrack = form.tracks[firstIndex];
  const artwork = files.find((file) => file.kind === "artwork");
  const audio = fitLines(trackLines(form.tracks, fileUrl), 3);
  const artworkUrl = ({ customArtworkUploadId: id }: RecordedTrack) => id && links.get(id);
  const titles = form.tracks.flatMap(({ title }, i) => (title ? [`${i + 1}. ${title}`] : []));
  return {
    ...textsOf(formFields.artist, form),
    phone: { text: form.phone, country: form.country },
    ...textsOf(formFields.release, form),
    trackTitles: fitLines(titles, 1)[0],
    ...trackTexts(form.tracks),
    earlyRelease: earlyReleaseText(form),
    releasePlan: fitLines(planLines(form, createdAt), 1)[0],
    socialClips: fitLines(
      clipLinks.length > 0 ? clipLines(clipLinks) : trackLines(form.tracks, clipWindowsText),
      1,
    )[0],
    ...textsOf(formFields.transfer, form),
    transferUrls: joinUrlsWithin(
      transferUrls(form.catalogueItems).split(",").filter(Boolean),
      LONG_TEXT_LIMIT,
    ),
    transferTitles: fitLines(
      form.catalogueItems.map(({ title, artist }) => `${title}, ${artist}`),
      1,
    )[0],
    ...textsOf(formFields.about, form),
    audioFiles: audio[0],
    audioFilesMore: audio[1],
    audioFilesRest: audio[2],
    audioLink: firstTrack && {
      text: fileUrl(firstTrack) ?? "",
      label: trackName(firstTrack, firstIndex),
    },
    folderLink: folder ? { text: folder, label: "Folder" } : undefined,
    trackArtwork: fitLines(trackLines(form.tracks, artworkUrl), 1)[0],
    artworkLink: artwork && { text: links.get(artwork.uploadId) ?? "", label: "Artwork" },
  };
}

/** Written only when an item is created: afterwards staff own these columns. */
export const createOnlyFields = [
  "status",
  "submittedAt",
  "replyDueAt",
] as const satisfies BoardField[];

export function submissionTexts(submission: BoardSubmission, links: BoardLinks): FieldTexts {
  return {
    ...releaseTexts(submission, links),
    status: statusLabel(submission.status),
    submittedAt: submission.createdAt,
    replyDueAt: submission.replyDueAt,
    reference: submission.reference,
    submissionId: submission.id,
    submissionSource: "Artist portal",
  };
}

export function itemPayload(
  submission: BoardSubmission,
  columns: ColumnMap,
  links: BoardLinks,
): ItemPayload {
  const { form } = submission;
  const name = `${form.artistName} - ${releaseName(form)}`;
  return toItemPayload(name, submissionTexts(submission, links), columns);
}
