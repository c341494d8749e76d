import type { WaitingListEntry } from "~/domain/board/board";
import { escapeHtml } from "~/platform/formats/html";
import { writtenName } from "~/platform/formats/written-name";
import { INITIAL_STATUS, statusLabel } from "~/reference/statuses";
import type { ColumnMap } from "./column-map";
import { type ItemPayload, toItemPayload } from "./field-texts";
import type { UpdateBlock } from "./update-html";

/** Its id is in the column for submission ids. */
export function waitingListItem(
  { id, reference, createdAt, replyDueAt, artistData }: WaitingListEntry,
  columns: ColumnMap,
): ItemPayload {
  const { phone, listenLink, projectDescription, submissionIntent, ...texts } = artistData;
  const name = artistData.artistName || writtenName(artistData);
  return toItemPayload(
    `${name} - Waiting list`,
    {
      ...texts,
      phone: { text: phone, country: artistData.country },
      listenLink,
      status: statusLabel(INITIAL_STATUS),
      submittedAt: createdAt,
      replyDueAt,
      reference,
      submissionId: id,
      submissionSource: "Waiting list",
    },
    columns,
  );
}

/** What no column shows; empty for most entries. */
export function waitingListBlocks({
  artistData,
}: Pick<WaitingListEntry, "artistData">): UpdateBlock[] {
  const { projectDescription, submissionIntent } = artistData;
  const paragraphs = projectDescription.split(/\n+/).filter((paragraph) => paragraph.trim() !== "");
  const intentLines = submissionIntent === "keep-updated" ? ["Wants to be kept updated."] : [];
  const lines = [...intentLines, ...paragraphs].map(escapeHtml);
  return lines.length > 0 ? [{ title: "What the artist says", lines }] : [];
}
