import { releaseDays } from "~/domain/submission/music/release-days";
import { transferUrls } from "~/domain/submission/music/transfer";
import { releaseTypeLabels, uploadTypeLabels } from "~/domain/submission/record/board-labels";
import type { DistributionDetails } from "~/domain/submission/record/distribution-details";
import type {
  RecordedTrack,
  ReleaseForm,
  StoredFile,
} from "~/domain/submission/record/release-form";
import { releaseName } from "~/domain/submission/record/release-name";
import {
  clipWindowsText,
  creditsText,
  earlyReleaseText,
  joinUrlsWithin,
  planLines,
  songwritersText,
  trackLines,
  trackName,
} from "~/domain/submission/record/release-texts";
import { statusLabel } from "~/reference/statuses";
import { type ClipLink, clipLines } from "./clip-lines";
import type { BoardField, ColumnMap } from "./column-map";
import { type FieldTexts, type ItemPayload, toItemPayload } from "./field-texts";
import { fitLines, LONG_TEXT_LIMIT } from "./fit-text";

/** Times are ISO strings in UTC. */
export interface BoardSubmission {
  id: string;
  reference: string;
  status: string;
  createdAt: string;
  replyDueAt: string;
  form: ReleaseForm;
  files: readonly StoredFile[];
}

export interface BoardLinks {
  files: ReadonlyMap<string, string>;
  clips: readonly ClipLink[];
  folder?: string;
  details?: DistributionDetails | undefined;
}

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
    artistName: form.artistName,
    firstName: form.firstName,
    surname: form.surname,
    email: form.email,
    phone: { text: form.phone, country: form.country },
    country: form.country,
    city: form.city,
    instagramProfile: form.instagramProfile,
    tiktokProfile: form.tiktokProfile,
    spotifyProfile: form.spotifyProfile,
    uploadType: uploadTypeLabels[form.uploadType],
    releaseType: form.tracks.length > 0 ? releaseTypeLabels[form.releaseType] : "",
    releaseTitle: form.releaseTitle,
    primaryGenre: form.primaryGenre,
    subGenre: form.subGenre,
    releaseDate: releaseDays(form).full,
    trackTitles: fitLines(titles, 1)[0],
    songwriters: fitLines(trackLines(form.tracks, songwritersText), 1)[0],
    credits: fitLines(trackLines(form.tracks, creditsText), 1)[0],
    earlyRelease: earlyReleaseText(form),
    releasePlan: fitLines(planLines(form, createdAt), 1)[0],
    socialClips: fitLines(
      clipLinks.length > 0 ? clipLines(clipLinks) : trackLines(form.tracks, clipWindowsText),
      1,
    )[0],
    distributor: form.distributor,
    transferUrls: joinUrlsWithin(
      transferUrls(form.catalogueItems).split(",").filter(Boolean),
      LONG_TEXT_LIMIT,
    ),
    transferTitles: fitLines(
      form.catalogueItems.map(({ title, artist }) => `${title}, ${artist}`),
      1,
    )[0],
    bio: form.bio,
    influences: form.influences,
    publishingInterest: form.publishingAdministrationInterest ? "Yes" : "",
    proNumber: form.proNumber,
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
