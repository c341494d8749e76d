import { megabytes } from "~/platform/formats/bytes";

/** From the specification, section 9: 200MB. */
export const AUDIO_MAX_BYTES = 200 * 1024 * 1024;

/** From the specification, section 5: 20MB in the check. */
export const ARTWORK_MAX_BYTES = 20 * 1024 * 1024;

/** The first size that is too large (specification, section 5: under 10MB). */
export const CUSTOM_ARTWORK_MAX_BYTES = 10 * 1024 * 1024;

export const sizeError = (limit: number) => `File size exceeds ${megabytes(limit)}MB limit`;

/** A browser `File` fits. `size` is in bytes. */
export interface FileChoice {
  name: string;
  type: string;
  size: number;
}

const WAV_TYPES = new Set(["audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave"]);

/** Extension and types, since iOS often knows only one of them. */
export const WAV_ACCEPT = [".wav", ...WAV_TYPES].join();
export const WRONG_AUDIO = "Invalid file type. Expected: WAV file...";
export const WRONG_ARTWORK = "Please select a valid JPEG or JPG file";
export const WRONG_CUSTOM_ARTWORK =
  "Please select an image file (JPEG, PNG, WebP, GIF, HEIC or AVIF)";
const PICTURE_NAME = /\.(?:jpe?g|png|webp|gif|hei[cf]|avif)$/i;
const PICTURE_TYPE = /^image\/(?:jpeg|png|webp|gif|hei[cf]|avif)$/;
export const EMPTY_FILE = "The selected file is empty. Choose another file.";

/**
 * The text for an audio file that name, type or size rule out. A `.wav` name passes with any type
 * and a WAV type with any name, as does a file with neither, as Safari sends them (specification,
 * section 5). The content decides later.
 */
export function checkAudioChoice(choice: FileChoice): string | undefined {
  const hasName = endsIn(choice.name, ".wav") || WAV_TYPES.has(essence(choice.type));
  if (!hasName && !isUnspecified(choice)) {
    return `${WRONG_AUDIO} Choose a file that ends in .wav.`;
  }
  if (!(choice.size > 0)) return EMPTY_FILE;
  return choice.size > AUDIO_MAX_BYTES ? sizeError(AUDIO_MAX_BYTES) : undefined;
}

/** The text for an artwork file that name, type or size rule out. The content decides later. */
export function checkArtworkChoice(choice: FileChoice): string | undefined {
  const hasName = endsIn(choice.name, ".jpg") || endsIn(choice.name, ".jpeg");
  if (!hasName && essence(choice.type) !== "image/jpeg") return WRONG_ARTWORK;
  if (!(choice.size > 0)) return EMPTY_FILE;
  return choice.size > ARTWORK_MAX_BYTES ? sizeError(ARTWORK_MAX_BYTES) : undefined;
}

/**
 * The text for custom artwork that name, type or size rule out. SVG is refused, because it can
 * carry scripts.
 */
export function checkCustomArtworkChoice(choice: FileChoice): string | undefined {
  const hasName = PICTURE_NAME.test(choice.name.trim());
  if (!hasName && !PICTURE_TYPE.test(essence(choice.type))) return WRONG_CUSTOM_ARTWORK;
  if (!(choice.size > 0)) return EMPTY_FILE;
  return choice.size >= CUSTOM_ARTWORK_MAX_BYTES ? sizeError(CUSTOM_ARTWORK_MAX_BYTES) : undefined;
}

export function endsIn(name: string, extension: string): boolean {
  return name.trim().toLowerCase().endsWith(extension);
}

function isUnspecified({ name, type }: FileChoice): boolean {
  const kind = essence(type);
  return !/\.[^.\s]+$/.test(name.trim()) && (kind === "" || kind === "application/octet-stream");
}

/** The media type without parameters. */
function essence(type: string): string {
  return (type.split(";")[0] ?? "").trim().toLowerCase();
}
