import type { CatalogueItem } from "~/catalogue/catalogue-item";
import type { RecordedTrack } from "~/submission/release-form";
import { clipLines, clipsOfTrack } from "./clip-lines";
import { fitText } from "./fit-text";
import type { BoardLinks, BoardSubmission } from "./item-payload";
import { clips, credits, trackName, writers } from "./release-texts";

// Why an update and not subitems: it is one call however many tracks there are (the board counts
// calls by the minute and by the day), it needs no second set of columns that staff would have to
// keep in step, and one edit brings it up to date when the clips have been cut.

/** Far below what an update holds; a line that would pass it is left out whole. */
const LIMIT = 30_000;

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** What artists typed, as text and nothing else. */
const plain = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

const link = (url: string, label: string) => `<a href="${plain(url)}">${plain(label)}</a>`;

interface Block {
  title: string;
  /** HTML. */
  lines: string[];
}

function trackBlock(
  track: RecordedTrack,
  index: number,
  { files }: BoardSubmission,
  links: BoardLinks,
): Block {
  const fileLink = (uploadId: string | undefined) => {
    const file = files.find((one) => one.uploadId === uploadId);
    const url = file && links.files.get(file.uploadId);
    return file && url ? link(url, file.fileName) : "";
  };
  const cut = clipsOfTrack(links.clips, track.title, index);
  const windows = cut.length > 0 ? clipLines(cut).join("; ") : clips(track);
  const entries = [
    ["Release date", plain(track.releaseDate)],
    ["Audio", fileLink(track.uploadId)],
    ["Artwork", fileLink(track.customArtworkUploadId)],
    ["Songwriters", plain(writers(track))],
    ["Credits", plain(credits(track))],
    ["Clips", plain(windows)],
  ] as const;
  const lines = entries.flatMap(([name, text]) => (text ? [`${name}: ${text}`] : []));
  return { title: trackName(track, index), lines };
}

function catalogueBlock(item: CatalogueItem, index: number): Block {
  const { title, artist, spotifyUrl } = item;
  const codes =
    item.type === "track"
      ? { ISRC: item.trackDetails.isrc, UPC: item.trackDetails.upc, Label: item.trackDetails.label }
      : { UPC: item.albumDetails.upc, Label: item.albumDetails.label };
  const tracks = item.type === "album" ? item.albumDetails.tracks : [];
  return {
    title: `Transfer ${index + 1}: "${title}"`,
    lines: [
      `Artist: ${plain(artist)}`,
      `Spotify: ${link(spotifyUrl, spotifyUrl)}`,
      ...Object.entries(codes).flatMap(([name, code]) => (code ? [`${name}: ${plain(code)}`] : [])),
      ...tracks.map((one) =>
        plain(`${one.trackNumber}. ${one.title}${one.isrc ? `, ISRC ${one.isrc}` : ""}`),
      ),
    ],
  };
}

/** The line by which an update is known again: it is looked for before one is posted. */
export const updateMarker = (submissionId: string) => `Artist portal, tracks of ${submissionId}`;

/**
 * The update under a submission's item: every track and every release to be moved, in full, as HTML.
 * What does not fit into the columns is complete here.
 */
export function trackUpdate(submission: BoardSubmission, links: BoardLinks): string {
  const { form, id } = submission;
  const blocks = [
    ...form.tracks.map((track, index) => trackBlock(track, index, submission, links)),
    ...form.catalogueItems.map(catalogueBlock),
  ];
  const end = `<p>${plain(updateMarker(id))}</p>`;
  let body = "";
  for (const [index, { title, lines }] of blocks.entries()) {
    const items = lines.map((line) => `<li>${line}</li>`).join("");
    const block = `<p><b>${plain(fitText(title, 300))}</b></p><ul>${items}</ul>`;
    if (body.length + block.length > LIMIT) {
      body += `<p>… and ${blocks.length - index} more</p>`;
      break;
    }
    body += block;
  }
  return body + end;
}
