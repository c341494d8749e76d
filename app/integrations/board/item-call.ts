import * as v from "valibot";
import type { BoardLinks } from "~/domain/board/board";
import { joinUrlsWithin } from "~/domain/submission/record/release-texts";
import { releaseTypeLabels, uploadTypeLabels } from "~/domain/submission/record/type-labels";
import { escapeHtml } from "~/platform/formats/html";
import { statusLabel } from "~/reference/statuses";
import { callFormSchema } from "./call-form";
import { type BoardField, boardFields } from "./column-map";
import type { FieldTexts } from "./field-texts";
import { fitLines, LONG_TEXT_LIMIT } from "./fit-text";
import { releaseTexts } from "./item-payload";
import type { UpdateBlock } from "./update-html";

/** A list of URLs, or one text joined by commas. */
const urls = v.nullish(
  v.union([
    v.pipe(
      v.string(),
      v.transform((text) => text.split(",")),
    ),
    v.array(v.string()),
  ]),
  [],
);

const additionalDataSchema = v.object({
  mainFolderUrl: v.nullish(v.string(), ""),
  audioUrls: urls,
  imageUrls: urls,
  transferUrls: urls,
});

const scalar = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String));

/**
 * Body of `POST /api/monday/create-item`: `formData` and `additionalData` (wizard document,
 * section 7), or `columnValues` (portal document, section 7).
 */
export const itemCallSchema = v.object({
  itemName: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  formData: v.optional(callFormSchema),
  additionalData: v.optional(additionalDataSchema),
  columnValues: v.optional(v.record(v.string(), v.union([scalar, v.array(scalar)]))),
});
export type ItemCall = v.InferOutput<typeof itemCallSchema>;

function toUrlLists({ additionalData }: ItemCall) {
  const trimUrls = (list: readonly string[] | undefined = []) =>
    list.map((url) => url.trim()).filter(Boolean);
  return {
    audio: trimUrls(additionalData?.audioUrls),
    images: trimUrls(additionalData?.imageUrls),
    transfer: trimUrls(additionalData?.transferUrls),
  };
}

/** All links, if there are more than the columns surely hold. */
export function overflowBlocks(call: ItemCall): UpdateBlock[] {
  const lines = Object.entries(toUrlLists(call)).flatMap(([name, list]) =>
    list.join(",").length > LONG_TEXT_LIMIT / 2
      ? list.map((url) => `${name}: ${escapeHtml(url)}`)
      : [],
  );
  return lines.length > 0 ? [{ title: "Links", lines }] : [];
}

function additionalTexts(call: ItemCall): FieldTexts {
  const mainFolderUrl = call.additionalData?.mainFolderUrl;
  const { audio, images, transfer } = toUrlLists(call);
  const texts: FieldTexts = {};
  if (mainFolderUrl) texts.folderLink = { text: mainFolderUrl, label: "Folder" };
  if (audio[0]) {
    const lines = fitLines(audio, 3);
    [texts.audioFiles, texts.audioFilesMore, texts.audioFilesRest] = lines;
    texts.audioLink = { text: audio[0], label: "Audio" };
  }
  if (images[0]) texts.artworkLink = { text: images[0], label: "Artwork" };
  if (images[1]) texts.trackArtwork = fitLines(images.slice(1), 1)[0];
  if (transfer[0]) texts.transferUrls = joinUrlsWithin(transfer, LONG_TEXT_LIMIT);
  return texts;
}

const normalizeKey = (key: string) => key.toLowerCase().replace(/[^a-z]/g, "");
const fieldByKey = new Map<string, BoardField>([
  ...boardFields.map((field): [string, BoardField] => [normalizeKey(field), field]),
  ["genres", "primaryGenre"],
  ["genre", "primaryGenre"],
]);

export function unknownKeys({ columnValues = {} }: ItemCall): string[] {
  return Object.keys(columnValues).filter((key) => !fieldByKey.has(normalizeKey(key)));
}

/** Board labels by our values. */
const labels = new Map<BoardField, ReadonlyMap<string, string>>([
  ["releaseType", new Map(Object.entries(releaseTypeLabels))],
  ["uploadType", new Map(Object.entries(uploadTypeLabels))],
]);

function valueTexts({ columnValues = {} }: ItemCall): FieldTexts {
  const texts: FieldTexts = {};
  for (const [key, value] of Object.entries(columnValues)) {
    const field = fieldByKey.get(normalizeKey(key));
    const text = [value].flat().join(", ");
    if (field) texts[field] = labels.get(field)?.get(text.toLowerCase()) ?? text;
  }
  const { phone, country, status } = texts;
  if (typeof phone === "string" && typeof country === "string")
    texts.phone = { text: phone, country };
  if (typeof status === "string") texts.status = statusLabel(status);
  return texts;
}

export function callLinks({ formData }: ItemCall): BoardLinks {
  return { files: new Map(Object.entries(formData?.urls ?? {})), clips: [] };
}

export function callTexts(call: ItemCall): FieldTexts {
  const { formData } = call;
  const release = formData?.release;
  const files = formData?.files ?? [];
  return {
    ...(release && releaseTexts({ form: release, files }, callLinks(call))),
    ...(formData && { listenLink: formData.listenLink }),
    ...valueTexts(call),
    ...additionalTexts(call),
  };
}

/** The item to update in invitation mode; undefined to create one. */
export function invitedItem({ formData }: ItemCall): string | undefined {
  return formData?.invitationToken && formData.mondayItemId ? formData.mondayItemId : undefined;
}
