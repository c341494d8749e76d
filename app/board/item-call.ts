import * as v from "valibot";
import { releaseFormSchema } from "~/submission/release-form";
import { releaseTypeLabels } from "./board-labels";
import { type BoardField, boardFields, type ColumnMap } from "./column-map";
import { type FieldTexts, type ItemPayload, payloadOf } from "./field-texts";
import { fitLines } from "./fit-text";
import { releaseTexts } from "./item-payload";

/** A list of addresses, or one text of them joined by commas. */
const urls = v.optional(
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
  mainFolderUrl: v.optional(v.string(), ""),
  audioUrls: urls,
  imageUrls: urls,
  /** Joined by commas. */
  transferUrls: urls,
});

const formDataSchema = v.object({
  ...releaseFormSchema.entries,
  tracks: v.optional(releaseFormSchema.entries.tracks, []),
  /** Both in invitation mode: the item is there already and is brought up to date. */
  invitationToken: v.optional(v.string(), ""),
  mondayItemId: v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), ""),
});

/**
 * The body of `POST /api/monday/create-item`: `formData` and `additionalData` as the wizard's
 * document has it (section 7), or `columnValues` as the portal's (section 7).
 */
export const itemCallSchema = v.object({
  itemName: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  formData: v.optional(formDataSchema),
  additionalData: v.optional(additionalDataSchema),
  columnValues: v.optional(v.record(v.string(), v.union([v.string(), v.array(v.string())]))),
});
export type ItemCall = v.InferOutput<typeof itemCallSchema>;

function additionalTexts({ additionalData }: ItemCall): FieldTexts {
  if (!additionalData) return {};
  const { mainFolderUrl, audioUrls, imageUrls, transferUrls } = additionalData;
  const given = (list: readonly string[]) => list.map((url) => url.trim()).filter(Boolean);
  const [audio, images, transfer] = [audioUrls, imageUrls, transferUrls].map(given);
  const texts: FieldTexts = {};
  if (mainFolderUrl) texts.folderLink = { text: mainFolderUrl, label: "Folder" };
  if (audio?.[0]) {
    const lines = fitLines(audio, 3);
    [texts.audioFiles, texts.audioFilesMore, texts.audioFilesRest] = lines;
    texts.audioLink = { text: audio[0], label: "Audio" };
  }
  if (images?.[0]) texts.artworkLink = { text: images[0], label: "Artwork" };
  if (images?.[1]) texts.trackArtwork = fitLines(images.slice(1), 1)[0];
  if (transfer?.[0]) texts.transferUrls = transfer.join(",");
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

const labels: Readonly<Record<string, string>> = releaseTypeLabels;

function valueTexts({ columnValues = {} }: ItemCall): FieldTexts {
  const texts: FieldTexts = {};
  for (const [key, value] of Object.entries(columnValues)) {
    const field = fieldByLetters.get(letters(key));
    const text = [value].flat().join(", ");
    if (field) texts[field] = field === "releaseType" ? (labels[text.toLowerCase()] ?? text) : text;
  }
  return texts;
}

/** The item that a call describes. */
export function calledItem(call: ItemCall, columns: ColumnMap): ItemPayload {
  const { itemName, formData: form } = call;
  const links = { files: new Map<string, string>(), clips: [] };
  const texts: FieldTexts = {
    ...(form && releaseTexts({ form, files: [] }, links)),
    // A call may leave out the tracks by which a recorded release is told from a transfer.
    ...(form && form.uploadType !== "transfer" && { releaseType: labels[form.releaseType] }),
    ...valueTexts(call),
    ...additionalTexts(call),
  };
  return payloadOf(itemName, texts, columns);
}

/** The item to be brought up to date, in invitation mode; undefined where one is to be made. */
export function invitedItem({ formData }: ItemCall): string | undefined {
  return formData?.invitationToken && formData.mondayItemId ? formData.mondayItemId : undefined;
}
