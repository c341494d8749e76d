import type { BoardLinks, BoardSubmission } from "~/domain/board/board";
import type { CatalogueItem } from "~/domain/catalogue/catalogue-item";
import { textsAt } from "~/domain/submission/fields/form-field";
import { formFields } from "~/domain/submission/fields/form-fields";
import type { LabelledValues } from "~/domain/submission/record/distribution-details";
import type {
  RecordedTrack,
  ReleaseForm,
  StoredFile,
} from "~/domain/submission/record/release-form";
import { clipWindowsText, trackName } from "~/domain/submission/record/release-texts";
import { releaseTypeLabels } from "~/domain/submission/record/type-labels";
import { longTime } from "~/platform/formats/dates";
import { escapeHtml } from "~/platform/formats/html";
import { formatIsrc } from "~/platform/formats/isrc";
import { clipLines, clipsOfTrack } from "./clip-lines";
import type { BoardField, ColumnMap } from "./column-map";
import { type FieldTexts, overflowTexts } from "./field-texts";
import { submissionTexts } from "./item-payload";
import { linkHtml, toUpdates, type UpdateBlock } from "./update-html";

// An update instead of subitems: it is one call for any number of tracks (the board limits calls),
// needs no second set of columns, and can be edited when the clips have been cut.

/** Line breaks are kept. */
const escapedLines = (rows: LabelledValues = []) =>
  rows.map(([name, text]) => [name, escapeHtml(text).replace(/\r?\n/g, "<br>")] as const);

/** Distribution details of the release. */
function detailsBlock({ details }: BoardLinks): UpdateBlock[] {
  if (!details?.sentAt) return [];
  const lines = escapedLines(details.release).flatMap(([name, text]) =>
    text ? [`${name}: ${text}`] : [],
  );
  return [{ title: `Release details, sent on ${longTime(details.sentAt)}`, lines }];
}

function trackBlock(
  track: RecordedTrack,
  index: number,
  files: readonly StoredFile[],
  links: BoardLinks,
): UpdateBlock {
  const fileLink = (uploadId: string | undefined) => {
    const file = files.find((candidate) => candidate.uploadId === uploadId);
    const url = file && links.files.get(file.uploadId);
    return file && url ? linkHtml(url, file.fileName) : "";
  };
  const clipLinks = clipsOfTrack(links.clips, track.title, index);
  const windows = clipLinks.length > 0 ? clipLines(clipLinks).join("; ") : clipWindowsText(track);
  const entries = [
    ["Release date", escapeHtml(track.releaseDate)],
    ["Audio", fileLink(track.uploadId)],
    ["Artwork", fileLink(track.customArtworkUploadId)],
    ...escapedLines(textsAt(formFields.track, "update", track)),
    ["Clips", escapeHtml(windows)],
    ...escapedLines(links.details?.tracks[index]),
  ] as const;
  const lines = entries.flatMap(([name, text]) => (text ? [`${name}: ${text}`] : []));
  return { title: trackName(track, index), lines };
}

function toDetails(item: CatalogueItem): Record<string, string | null> {
  if (item.type === "track") {
    const { isrc, upc, label, album, releaseDate } = item.trackDetails;
    const released = releaseDate || item.releaseDate;
    return {
      ISRC: isrc && formatIsrc(isrc),
      UPC: upc,
      Label: label,
      Album: album,
      Released: released,
    };
  }
  const { upc, label, copyrights, totalTracks, releaseDate } = item.albumDetails;
  const rights = copyrights.map(({ text }) => text).join("; ");
  const count = totalTracks > 0 ? String(totalTracks) : "";
  const released = releaseDate || item.releaseDate;
  return { UPC: upc, Label: label, Released: released, Copyright: rights, Tracks: count };
}

function catalogueBlock(item: CatalogueItem, index: number): UpdateBlock {
  const { title, artist, spotifyUrl } = item;
  const tracks = item.type === "album" ? item.albumDetails.tracks : [];
  return {
    title: `Transfer ${index + 1}: "${title}"`,
    lines: [
      `Artist: ${escapeHtml(artist)}`,
      ...(spotifyUrl ? [`Spotify: ${linkHtml(spotifyUrl, spotifyUrl)}`] : []),
      ...Object.entries(toDetails(item)).flatMap(([name, value]) =>
        value ? [`${name}: ${escapeHtml(value)}`] : [],
      ),
      ...tracks.map((albumTrack) =>
        escapeHtml(
          `${albumTrack.trackNumber}. ${albumTrack.title}${albumTrack.isrc ? `, ISRC ${formatIsrc(albumTrack.isrc)}` : ""}`,
        ),
      ),
    ],
  };
}

/** Fields that the blocks of tracks and releases contain. */
const listFields: readonly BoardField[] = [
  "releasePlan",
  "trackTitles",
  "songwriters",
  "credits",
  "socialClips",
  "transferUrls",
  "transferTitles",
  "audioFiles",
  "audioFilesMore",
  "audioFilesRest",
  "audioLink",
  "trackArtwork",
];

/** What the columns cannot show, and a release type that differs from the track count. */
function overview(
  form: ReleaseForm | undefined,
  texts: FieldTexts,
  columns: ColumnMap,
): UpdateBlock[] {
  const lines = overflowTexts(texts, columns)
    .filter(([field]) => !form || !listFields.includes(field))
    .map(([field, text]) => `${columns[field].id}: ${escapeHtml(text).replace(/\r?\n/g, "<br>")}`);
  if (form?.classifiedType && form.classifiedType !== form.releaseType) {
    const [chosenType, countedType] = [form.releaseType, form.classifiedType];
    lines.unshift(
      `Chosen as ${releaseTypeLabels[chosenType]}, by its tracks ${releaseTypeLabels[countedType]}`,
    );
  }
  if (form?.fullName) lines.unshift(`Full name: ${escapeHtml(form.fullName)}`);
  return lines.length > 0 ? [{ title: "In full", lines }] : [];
}

export function releaseBlocks(
  { form, files }: { form?: ReleaseForm; files: readonly StoredFile[] },
  links: BoardLinks,
  texts: FieldTexts,
  columns: ColumnMap,
): UpdateBlock[] {
  return [
    ...overview(form, texts, columns),
    ...detailsBlock(links),
    ...(form?.tracks ?? []).map((track, index) => trackBlock(track, index, files, links)),
    ...(form?.catalogueItems ?? []).map(catalogueBlock),
  ];
}

/**
 * Updates of a submission's item: what columns cannot show, all tracks, and all releases to
 * transfer.
 */
export function trackUpdates(submission: BoardSubmission, links: BoardLinks, columns: ColumnMap) {
  const texts = submissionTexts(submission, links);
  return toUpdates(releaseBlocks(submission, links, texts, columns), submission.id);
}
