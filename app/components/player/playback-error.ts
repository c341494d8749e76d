const UNREADABLE = "Unable to play audio file. Please check the file format.";
const BLOCKED = "Audio playback blocked by browser. Please click the play button to allow audio.";
const UNSUPPORTED = "Audio format not supported by your browser.";
const OTHER = "Unable to play audio. Please try again.";

const TEXTS = new Map([
  ["EncodingError", UNREADABLE],
  ["NotAllowedError", BLOCKED],
  ["NotSupportedError", UNSUPPORTED],
]);

// MediaError's own constants, which a server does not know.
const DECODE = 3;
const SRC_NOT_SUPPORTED = 4;

/**
 * What the artist reads when audio does not play (specification, wizard, section 8).
 * @param error what `play()` was rejected with, or the `error` of an audio element.
 */
export function playbackErrorText(error: { name?: string; code?: number } | null): string {
  // Only a MediaError has no name; the codes of a DOMException mean something else.
  if (error?.name !== undefined) return TEXTS.get(error.name) ?? OTHER;
  if (error?.code === DECODE) return UNREADABLE;
  return error?.code === SRC_NOT_SUPPORTED ? UNSUPPORTED : OTHER;
}

/** Whether `play()` was only cut short, by a pause or by another file: nothing to complain about. */
export function isInterruption(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
