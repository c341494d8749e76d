import * as v from "valibot";
import { partsOf } from "~/domain/submission/fields/form-field";
import { formFields } from "~/domain/submission/fields/form-fields";
import { escapeHtml } from "~/platform/formats/html";
import { writtenName } from "~/platform/formats/written-name";
import { INITIAL_STATUS, statusLabel } from "~/reference/statuses";
import type { ColumnMap } from "./column-map";
import { type ItemPayload, toItemPayload } from "./field-texts";
import type { UpdateBlock } from "./update-html";

const text = v.optional(v.string(), "");

const { fullName, ...recorded } = partsOf(formFields.artist, "recorded");

/** Portal document, section 3. */
export const artistDataSchema = v.object({
  ...recorded,
  listenLink: text,
  projectDescription: text,
  submissionIntent: text,
});
type ArtistData = v.InferOutput<typeof artistDataSchema>;

/** Times are ISO strings in UTC. */
export interface WaitingListEntry {
  id: string;
  reference: string;
  createdAt: string;
  replyDueAt: string;
  artistData: ArtistData;
}

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
