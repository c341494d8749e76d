import type { JpegProblem } from "./jpeg-segments";
import { describeKind, type FileKind } from "./sniff";
import type { WavProblem } from "./wav-header";

/** Largest WAV file taken, in bytes (specification section 9: 200MB). */
export const AUDIO_MAX_BYTES = 200 * 1024 * 1024;

/** Largest artwork file taken, in bytes (specification section 5: 20MB in the check). */
export const ARTWORK_MAX_BYTES = 20 * 1024 * 1024;

/** A track's own artwork must be smaller than this, in bytes (specification section 5: under 10MB). */
export const CUSTOM_ARTWORK_MAX_BYTES = 10 * 1024 * 1024;

/** What is known of a file before it is read: a browser `File` fits. `size` is in bytes. */
export interface FileChoice {
  name: string;
  type: string;
  size: number;
}

const WAV_TYPES = new Set(["audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave"]);
const WRONG_AUDIO = "Invalid file type. Expected: WAV file...";
const WRONG_ARTWORK = "Please select a valid JPEG or JPG file";
const WRONG_CUSTOM_ARTWORK = "Please select an image file (JPEG, PNG, WebP, GIF, HEIC or AVIF)";
const PICTURE_NAME = /\.(?:jpe?g|png|webp|gif|hei[cf]|avif)$/i;
const PICTURE_TYPE = /^image\/(?:jpeg|png|webp|gif|hei[cf]|avif)$/;
const EMPTY_FILE = "The selected file is empty. Choose another file.";
const EXPORT_AGAIN = "Export it again and choose the new file.";

/**
 * Checks name, type and size of a chosen audio file; returns the text to show, or undefined when
 * it may be taken. A `.wav` name passes with any type (browsers leave it empty or generic), a WAV
 * type with any name. So does a file that says nothing of itself, without extension and type, as
 * Safari hands them over (specification, section 5). The content decides later.
 */
export function checkAudioChoice(choice: FileChoice): string | undefined {
  const named = endsIn(choice.name, ".wav") || WAV_TYPES.has(essence(choice.type));
  if (!named && !saysNothing(choice)) {
    return `${WRONG_AUDIO} Choose a file that ends in .wav.`;
  }
  if (!(choice.size > 0)) return EMPTY_FILE;
  return choice.size > AUDIO_MAX_BYTES ? "File size exceeds 200MB limit" : undefined;
}

/**
 * Checks name, type and size of a chosen artwork file; returns the text to show, or undefined when
 * it may be taken. The content decides later.
 */
export function checkArtworkChoice(choice: FileChoice): string | undefined {
  const named = endsIn(choice.name, ".jpg") || endsIn(choice.name, ".jpeg");
  if (!named && essence(choice.type) !== "image/jpeg") return WRONG_ARTWORK;
  if (!(choice.size > 0)) return EMPTY_FILE;
  return choice.size > ARTWORK_MAX_BYTES ? "File size exceeds 20MB limit" : undefined;
}

/**
 * The same for a track's own artwork: any picture made of pixels, under 10 MB. A drawing in markup
 * (SVG) is none, because it can carry scripts.
 */
export function checkCustomArtworkChoice(choice: FileChoice): string | undefined {
  const named = PICTURE_NAME.test(choice.name.trim());
  if (!named && !PICTURE_TYPE.test(essence(choice.type))) return WRONG_CUSTOM_ARTWORK;
  if (!(choice.size > 0)) return EMPTY_FILE;
  return choice.size >= CUSTOM_ARTWORK_MAX_BYTES ? "File size exceeds 10MB limit" : undefined;
}

/**
 * The text for an audio file whose content was refused. `name` is the file's own name where known;
 * without it the file is taken to end in .wav.
 */
export function audioProblemText(kind: FileKind, problem: WavProblem, name = ".wav"): string {
  switch (problem) {
    case "empty":
      return EMPTY_FILE;
    case "not-wav":
      return `${WRONG_AUDIO} ${foundInstead(kind, endsIn(name, ".wav"))}`;
    case "big-endian":
      return "This WAV file is in the big-endian RIFX form, which we cannot read. Export it again as a standard WAV file.";
    case "no-format":
      return `This WAV file does not say how its audio is stored. ${EXPORT_AGAIN}`;
    case "no-audio":
      return `This WAV file holds no audio. ${EXPORT_AGAIN}`;
    case "truncated":
      return `This WAV file is cut short: its header promises more audio than the file holds. ${EXPORT_AGAIN}`;
    case "unsupported-format":
      return "This WAV file holds audio in a form we cannot read. Export it again as an uncompressed WAV file, 16 or 24 bit.";
    case "malformed":
      return `This WAV file is damaged and cannot be read. ${EXPORT_AGAIN}`;
  }
}

/** The text for an artwork file whose content was refused. */
export function artworkProblemText(kind: FileKind, problem: JpegProblem): string {
  return pictureProblemText(WRONG_ARTWORK, kind, problem);
}

/** The text for a track's own artwork whose content was refused. */
export function customArtworkProblemText(
  kind: FileKind,
  problem: JpegProblem | "not-image",
): string {
  return pictureProblemText(WRONG_CUSTOM_ARTWORK, kind, problem);
}

function pictureProblemText(wanted: string, kind: FileKind, problem: JpegProblem | "not-image") {
  switch (problem) {
    case "empty":
      return EMPTY_FILE;
    case "not-jpeg":
    case "not-image":
      return `${wanted}. This one is ${describeKind(kind)}.`;
    case "truncated":
      return `${wanted}. This one is cut short: the end of the picture is missing. ${EXPORT_AGAIN}`;
    case "malformed":
      return `${wanted}. This one is damaged and cannot be read. ${EXPORT_AGAIN}`;
  }
}

function foundInstead(kind: FileKind, namedWav: boolean): string {
  const start = namedWav ? "This file is named .wav but" : "This file";
  if (kind === "unknown" || kind === "wav") return `${start} does not hold WAV audio.`;
  return `${start} holds ${describeKind(kind)}.`;
}

function endsIn(name: string, extension: string): boolean {
  return name.trim().toLowerCase().endsWith(extension);
}

/** Whether neither name nor type tells what a file is. */
function saysNothing({ name, type }: FileChoice): boolean {
  const kind = essence(type);
  return !/\.[^.\s]+$/.test(name.trim()) && (kind === "" || kind === "application/octet-stream");
}

/** The media type without its parameters. */
function essence(type: string): string {
  return (type.split(";")[0] ?? "").trim().toLowerCase();
}
