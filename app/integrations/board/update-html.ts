import { escapeHtml } from "~/platform/formats/html";
import { lastOf } from "~/platform/formats/last-of";

/** In characters, far below the board's limit. */
const LIMIT = 30_000;

export const linkHtml = (url: string, label: string) =>
  `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;

export interface UpdateBlock {
  title: string;
  /** HTML. */
  lines: string[];
}

/** Groups parts in order within the limit; none is cut or dropped. */
function groupBySize(parts: readonly string[]): string[][] {
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

function splitBlock({ title, lines }: UpdateBlock): string[] {
  const [first = [], ...others] = groupBySize(lines.map((line) => `<li>${line}</li>`));
  const piece = (heading: string, items: string[]) =>
    `<p><b>${heading}</b></p><ul>${items.join("")}</ul>`;
  const heading = escapeHtml(title);
  return [piece(heading, first), ...others.map((items) => piece(`${heading}, continued`, items))];
}

/** The line that identifies an update. No marker contains another. @param number from 1. */
export const updateMarker = (submissionId: string, number = 1) =>
  number === 1
    ? `Artist portal, tracks of ${submissionId}`
    : `Artist portal, part ${number} of the tracks of ${submissionId}`;

export const markedUpdate = (body: string, submissionId: string, number: number) =>
  `${body}<p>${escapeHtml(updateMarker(submissionId, number))}</p>`;

/** HTML of the updates: one, unless it is too long. */
export function toUpdates(blocks: readonly UpdateBlock[], id: string): string[] {
  const pages = groupBySize(blocks.flatMap(splitBlock));
  if (pages.length === 0) return [markedUpdate("", id, 1)];
  return pages.map((pieces, index) => markedUpdate(pieces.join(""), id, index + 1));
}
