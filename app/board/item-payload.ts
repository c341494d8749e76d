import type { RecordedTrack, ReleaseForm, StoredFile } from "~/submission/release-form";
import { releaseName } from "~/submission/release-name";
import { type BoardField, boardFields, type ColumnMap } from "./column-map";
import { type ColumnValue, columnValue, type FieldText } from "./column-value";
import { fitLines, fitText, LONG_TEXT_LIMIT } from "./fit-text";
import {
  clips,
  credits,
  fittingUrls,
  planLines,
  trackLines,
  trackName,
  writers,
} from "./release-texts";

/** What the board is told about a submission; times are ISO strings in UTC. */
export interface BoardSubmission {
  id: string;
  reference: string;
  status: string;
  createdAt: string;
  replyDueAt: string;
  form: ReleaseForm;
  files: readonly StoredFile[];
}

/** Name and columns of a new item. `columnValues` is keyed by column id; empty ones are left out. */
export interface ItemPayload {
  itemName: string;
  columnValues: Record<string, ColumnValue>;
}

const MAX_ITEM_NAME = 255;
const uploadTypes = { "new-music": "New music", transfer: "Transfer", both: "Both" } as const;
const releaseTypes = { single: "Single", ep: "EP", lp: "Album" } as const;

function fieldTexts(
  { form, files, ...submission }: BoardSubmission,
  links: ReadonlyMap<string, string>,
): Record<BoardField, string | FieldText | undefined> {
  const address = (track: RecordedTrack) => track.uploadId && links.get(track.uploadId);
  const first = form.tracks.findIndex((track) => address(track));
  const firstTrack = form.tracks[first];
  const artwork = files.find((file) => file.kind === "artwork");
  const audio = fitLines(trackLines(form.tracks, address), 3);
  const ownArtwork = ({ customArtworkUploadId: id }: RecordedTrack) => id && links.get(id);
  const titles = form.tracks.flatMap(({ title }, i) => (title ? [`${i + 1}. ${title}`] : []));
  return {
    artistName: form.artistName,
    firstName: form.firstName,
    surname: form.surname,
    email: form.email,
    phone: form.phone,
    country: form.country,
    city: form.city,
    instagramProfile: form.instagramProfile,
    tiktokProfile: form.tiktokProfile,
    spotifyProfile: form.spotifyProfile,
    uploadType: uploadTypes[form.uploadType],
    releaseType: form.tracks.length > 0 ? releaseTypes[form.releaseType] : "",
    releaseTitle: form.releaseTitle,
    primaryGenre: form.primaryGenre,
    subGenre: form.subGenre,
    releaseDate: form.releaseDate,
    trackTitles: fitLines(titles, 1)[0],
    songwriters: fitLines(trackLines(form.tracks, writers), 1)[0],
    credits: fitLines(trackLines(form.tracks, credits), 1)[0],
    earlyRelease: fitText(form.earlyReleaseReason),
    releasePlan: fitLines(planLines(form), 1)[0],
    socialClips: fitLines(trackLines(form.tracks, clips), 1)[0],
    distributor: form.distributor,
    transferUrls: fittingUrls(form, LONG_TEXT_LIMIT),
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
      text: address(firstTrack) ?? "",
      label: trackName(firstTrack, first),
    },
    trackArtwork: fitLines(trackLines(form.tracks, ownArtwork), 1)[0],
    artworkLink: artwork && { text: links.get(artwork.uploadId) ?? "", label: "Artwork" },
    status: submission.status.charAt(0).toUpperCase() + submission.status.slice(1),
    submittedAt: submission.createdAt,
    replyDueAt: submission.replyDueAt,
    reference: submission.reference,
    submissionId: submission.id,
    submissionSource: "Artist portal",
  };
}

/**
 * The board item of a submission.
 * @param links addresses of its files, by upload id.
 */
export function itemPayload(
  submission: BoardSubmission,
  columns: ColumnMap,
  links: ReadonlyMap<string, string>,
): ItemPayload {
  const texts = fieldTexts(submission, links);
  const columnValues: Record<string, ColumnValue> = {};
  for (const field of boardFields) {
    const { id, type } = columns[field];
    const text = texts[field] ?? "";
    const value = columnValue(type, typeof text === "string" ? { text } : text);
    if (value !== undefined) columnValues[id] = value;
  }
  const { artistName } = submission.form;
  const itemName = fitText(`${artistName} - ${releaseName(submission.form)}`, MAX_ITEM_NAME);
  return { itemName, columnValues };
}
