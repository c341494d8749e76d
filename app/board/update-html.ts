import { escapeHtml } from "~/platform/formats/html";
import { lastOf } from "~/platform/formats/last-of";

/** Characters of one update, far below what the board takes; what does not fit goes into the next. */
const LIMIT = 30_000;

/** A link, its label as text. */
export const linkHtml = (url: string, label: string) =>
  `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;

/** A heading with its lines. */
export interface UpdateBlock {
  title: string;
  /** HTML. */
  lines: string[];
}

/** Parts in their order, in as few groups as stay within the limit; no part is cut or left out. */
function grouped(parts: readonly string[]): string[][] {
  const groups: string[][] = [];
  let length = 0;
  for (const part of parts) {
    const last = lastOf(groups);
    if (last && length + part.length <= LIMIT) last.push(part);
    else {
      groups.push([part]);
      length = 0;
    }
    length += part.length;
  }
  return groups;
}

/** A block as HTML, in pieces where it is very long. */
function piecesOf({ title, lines }: UpdateBlock): string[] {
  const [first = [], ...others] = grouped(lines.map((line) => `<li>${line}</li>`));
  const piece = (heading: string, items: string[]) =>
    `<p><b>${heading}</b></p><ul>${items.join("")}</ul>`;
  const heading = escapeHtml(title);
  return [piece(heading, first), ...others.map((items) => piece(`${heading}, continued`, items))];
}

/**
 * The line by which an update is known again: it is looked for before one is posted. None is part
 * of another.
 * @param number of the update, from 1, where there are several.
 */
export const updateMarker = (submissionId: string, number = 1) =>
  number === 1
    ? `Artist portal, tracks of ${submissionId}`
    : `Artist portal, part ${number} of the tracks of ${submissionId}`;

/** An update that ends with its marker. */
export const markedUpdate = (body: string, submissionId: string, number: number) =>
  `${body}<p>${escapeHtml(updateMarker(submissionId, number))}</p>`;

/** Blocks as updates, as HTML: one, unless there is very much to tell. */
export function toUpdates(blocks: readonly UpdateBlock[], id: string): string[] {
  const pages = grouped(blocks.flatMap(piecesOf));
  if (pages.length === 0) return [markedUpdate("", id, 1)];
  return pages.map((pieces, index) => markedUpdate(pieces.join(""), id, index + 1));
}
