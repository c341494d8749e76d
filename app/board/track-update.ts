import type { CatalogueItem } from "~/catalogue/catalogue-item";
import { longTime } from "~/platform/formats/dates";
import { escapeHtml } from "~/platform/formats/html";
import type { LabelledValues } from "~/submission/record/distribution-details";
import type { RecordedTrack, ReleaseForm, StoredFile } from "~/submission/record/release-form";
import { releaseTypeLabels } from "./board-labels";
import { clipLines, clipsOfTrack } from "./clip-lines";
import type { BoardField, ColumnMap } from "./column-map";
import { type FieldTexts, overflowTexts } from "./field-texts";
import { type BoardLinks, type BoardSubmission, submissionTexts } from "./item-payload";
import { clipWindowsText, creditsText, songwritersText, trackName } from "./release-texts";
import { linkHtml, toUpdates, type UpdateBlock } from "./update-html";

// Why an update and not subitems: it is one call however many tracks there are (the board counts
// calls by the minute and by the day), it needs no second set of columns that staff would have to
// keep in step, and an edit brings it up to date when the clips have been cut.

/** Facts as lines of a block; line breaks in them are kept. */
const toldLines = (facts: LabelledValues = []) =>
  facts.map(([name, text]) => [name, escapeHtml(text).replace(/\r?\n/g, "<br>")] as const);

/** What the artist has told since for distribution, of the release as a whole. */
function detailsBlock({ details }: BoardLinks): UpdateBlock[] {
  if (!details?.sentAt) return [];
  const lines = toldLines(details.release).flatMap(([name, text]) =>
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
    const file = files.find((one) => one.uploadId === uploadId);
    const url = file && links.files.get(file.uploadId);
    return file && url ? linkHtml(url, file.fileName) : "";
  };
  const clipLinks = clipsOfTrack(links.clips, track.title, index);
  const windows = clipLinks.length > 0 ? clipLines(clipLinks).join("; ") : clipWindowsText(track);
  const entries = [
    ["Release date", escapeHtml(track.releaseDate)],
    ["Audio", fileLink(track.uploadId)],
    ["Artwork", fileLink(track.customArtworkUploadId)],
    ["Songwriters", escapeHtml(songwritersText(track))],
    ["Credits", escapeHtml(creditsText(track))],
    ["Clips", escapeHtml(windows)],
    ...toldLines(links.details?.tracks[index]),
  ] as const;
  const lines = entries.flatMap(([name, text]) => (text ? [`${name}: ${text}`] : []));
  return { title: trackName(track, index), lines };
}

/** What is known of a release to be moved beside its name. */
function factsOf(item: CatalogueItem): Record<string, string | null> {
  if (item.type === "track") {
    const { isrc, upc, label, album, releaseDate } = item.trackDetails;
    const out = releaseDate || item.releaseDate;
    return { ISRC: isrc, UPC: upc, Label: label, Album: album, Released: out };
  }
  const { upc, label, copyrights, totalTracks, releaseDate } = item.albumDetails;
  const rights = copyrights.map(({ text }) => text).join("; ");
  const count = totalTracks > 0 ? String(totalTracks) : "";
  const out = releaseDate || item.releaseDate;
  return { UPC: upc, Label: label, Released: out, Copyright: rights, Tracks: count };
}

function catalogueBlock(item: CatalogueItem, index: number): UpdateBlock {
  const { title, artist, spotifyUrl } = item;
  const tracks = item.type === "album" ? item.albumDetails.tracks : [];
  return {
    title: `Transfer ${index + 1}: "${title}"`,
    lines: [
      `Artist: ${escapeHtml(artist)}`,
      ...(spotifyUrl ? [`Spotify: ${linkHtml(spotifyUrl, spotifyUrl)}`] : []),
      ...Object.entries(factsOf(item)).flatMap(([name, fact]) =>
        fact ? [`${name}: ${escapeHtml(fact)}`] : [],
      ),
      ...tracks.map((one) =>
        escapeHtml(`${one.trackNumber}. ${one.title}${one.isrc ? `, ISRC ${one.isrc}` : ""}`),
      ),
    ],
  };
}

/** Fields that are lists of tracks or releases: the blocks of those tell all of it. */
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

/** What the columns cannot show, and what differs from what the artist chose. */
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
  return lines.length > 0 ? [{ title: "In full", lines }] : [];
}

/** What there is to tell of a release beside its columns. */
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
 * The updates under a submission's item: what its columns cannot show, every track and every
 * release to be moved, in full.
 */
export function trackUpdates(
  submission: BoardSubmission,
  links: BoardLinks,
  columns: ColumnMap,
): string[] {
  const texts = submissionTexts(submission, links);
  return toUpdates(releaseBlocks(submission, links, texts, columns), submission.id);
}
