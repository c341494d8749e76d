import * as v from "valibot";
import { escapeHtml } from "~/platform/formats/html";
import { releaseTypeLabels, statusLabel, uploadTypeLabels } from "./board-labels";
import { callFormSchema } from "./call-form";
import { type BoardField, boardFields } from "./column-map";
import type { FieldTexts } from "./field-texts";
import { fitLines, LONG_TEXT_LIMIT } from "./fit-text";
import { type BoardLinks, releaseTexts } from "./item-payload";
import { joinUrlsWithin } from "./release-texts";
import type { UpdateBlock } from "./update-html";

/** A list of addresses, or one text of them joined by commas. */
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
  /** Joined by commas. */
  transferUrls: urls,
});

const simple = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String));

/**
 * The body of `POST /api/monday/create-item`: `formData` and `additionalData` as the wizard's
 * document has it (section 7), or `columnValues` as the portal's (section 7).
 */
export const itemCallSchema = v.object({
  itemName: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  formData: v.optional(callFormSchema),
  additionalData: v.optional(additionalDataSchema),
  columnValues: v.optional(v.record(v.string(), v.union([simple, v.array(simple)]))),
});
export type ItemCall = v.InferOutput<typeof itemCallSchema>;

/** The lists of addresses of a call, empty ones left out. */
function givenUrls({ additionalData }: ItemCall) {
  const listOf = (list: readonly string[] | undefined = []) =>
    list.map((url) => url.trim()).filter(Boolean);
  return {
    audio: listOf(additionalData?.audioUrls),
    images: listOf(additionalData?.imageUrls),
    transfer: listOf(additionalData?.transferUrls),
  };
}

/** What a call links to in full, where there is more of it than columns are sure to hold. */
export function overflowBlocks(call: ItemCall): UpdateBlock[] {
  const lines = Object.entries(givenUrls(call)).flatMap(([name, list]) =>
    list.join(",").length > LONG_TEXT_LIMIT / 2
      ? list.map((url) => `${name}: ${escapeHtml(url)}`)
      : [],
  );
  return lines.length > 0 ? [{ title: "Links", lines }] : [];
}

function additionalTexts(call: ItemCall): FieldTexts {
  const mainFolderUrl = call.additionalData?.mainFolderUrl;
  const { audio, images, transfer } = givenUrls(call);
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

const letters = (key: string) => key.toLowerCase().replace(/[^a-z]/g, "");
const fieldByLetters = new Map<string, BoardField>([
  ...boardFields.map((field): [string, BoardField] => [letters(field), field]),
  ["genres", "primaryGenre"],
  ["genre", "primaryGenre"],
]);

/** Keys of `columnValues` that name no field of the board, however they are written. */
export function unknownKeys({ columnValues = {} }: ItemCall): string[] {
  return Object.keys(columnValues).filter((key) => !fieldByLetters.has(letters(key)));
}

/** The product's own values by what the board calls them. */
const labels = new Map<BoardField, ReadonlyMap<string, string>>([
  ["releaseType", new Map(Object.entries(releaseTypeLabels))],
  ["uploadType", new Map(Object.entries(uploadTypeLabels))],
]);

function valueTexts({ columnValues = {} }: ItemCall): FieldTexts {
  const texts: FieldTexts = {};
  for (const [key, value] of Object.entries(columnValues)) {
    const field = fieldByLetters.get(letters(key));
    const text = [value].flat().join(", ");
    if (field) texts[field] = labels.get(field)?.get(text.toLowerCase()) ?? text;
  }
  const { phone, country, status } = texts;
  if (typeof phone === "string" && typeof country === "string")
    texts.phone = { text: phone, country };
  if (typeof status === "string") texts.status = statusLabel(status);
  return texts;
}

/** The links of a call: to the files that its tracks name. */
export function callLinks({ formData }: ItemCall): BoardLinks {
  return { files: new Map(Object.entries(formData?.urls ?? {})), clips: [] };
}

/** What a call has to say, field by field. */
export function callTexts(call: ItemCall): FieldTexts {
  const { formData } = call;
  const release = formData?.release;
  const files = formData?.files ?? [];
  return {
    ...(release && releaseTexts({ form: release, files }, callLinks(call))),
    // A call may leave out the tracks by which a recorded release is told from a transfer.
    ...(release &&
      release.uploadType !== "transfer" && { releaseType: releaseTypeLabels[release.releaseType] }),
    ...(formData && { listenLink: formData.listenLink }),
    ...valueTexts(call),
    ...additionalTexts(call),
  };
}

/** The item to be brought up to date, in invitation mode; undefined where one is to be made. */
export function invitedItem({ formData }: ItemCall): string | undefined {
  return formData?.invitationToken && formData.mondayItemId ? formData.mondayItemId : undefined;
}
