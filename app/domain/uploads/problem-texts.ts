import type { JpegProblem } from "~/domain/media/jpeg-segments";
import { describeKind, type FileKind, isImage } from "~/domain/media/sniff";
import type { WavProblem } from "~/domain/media/wav-header";
import { EMPTY_FILE, endsIn, WRONG_ARTWORK, WRONG_AUDIO, WRONG_CUSTOM_ARTWORK } from "./file-rules";

const EXPORT_AGAIN = "Export it again and choose the new file.";
const EXPORT_AS_WAV = "Export the song as a WAV file and choose that file.";
const SAVE_AS_JPEG = "Save it as a JPEG and choose that file.";
/** Files are passed on unchanged, and stores refuse such files. */
const TAG_IN_FRONT = "This file starts with an ID3 tag, so stores and many players can't read it.";

/** The text for a refused audio file. Without a `name` it is taken to end in .wav. */
export function audioProblemText(kind: FileKind, problem: WavProblem, name = ".wav"): string {
  switch (problem) {
    case "empty":
      return EMPTY_FILE;
    case "not-wav":
      if (kind === "tagged-wav") return `${WRONG_AUDIO} ${TAG_IN_FRONT} ${EXPORT_AGAIN}`;
      return `${WRONG_AUDIO} ${foundInstead(kind, endsIn(name, ".wav"))}`;
    case "big-endian":
      return "This WAV file is in the big-endian RIFX format, which we can't read. Export it again as a standard WAV file.";
    case "no-format":
      return `This WAV file doesn't say how its audio is stored. ${EXPORT_AGAIN}`;
    case "no-audio":
      return `There's no audio in this WAV file. ${EXPORT_AGAIN}`;
    case "truncated":
      return `This WAV file is cut short: its header says there should be more audio than there is. ${EXPORT_AGAIN}`;
    case "sample-rate":
      return "This WAV file says its sample rate is below 1 kHz or above 768 kHz, so it can't be played. Export it again at 44.1 or 48 kHz and choose the new file.";
    case "unsupported-format":
      return "The audio in this WAV file is in a format we can't read. Export it again as an uncompressed WAV file, 16 or 24 bit.";
    case "malformed":
      return `This WAV file is damaged and can't be read. ${EXPORT_AGAIN}`;
  }
}

export function artworkProblemText(kind: FileKind, problem: JpegProblem): string {
  return pictureProblemText(WRONG_ARTWORK, kind, problem);
}

export function customArtworkProblemText(kind: FileKind, problem: JpegProblem | "not-image") {
  return pictureProblemText(WRONG_CUSTOM_ARTWORK, kind, problem);
}

function pictureProblemText(
  requirement: string,
  kind: FileKind,
  problem: JpegProblem | "not-image",
) {
  switch (problem) {
    case "empty":
      return EMPTY_FILE;
    case "not-jpeg":
    case "not-image":
      return `${requirement}. This one is ${describeKind(kind)}.${isImage(kind) ? ` ${SAVE_AS_JPEG}` : ""}`;
    case "truncated":
      return `${requirement}. This one is cut short: the end of the picture is missing. ${EXPORT_AGAIN}`;
    case "unsupported":
      return `${requirement}. This one is a rare kind that browsers and stores don't show. Export it again as a standard picture and choose the new file.`;
    case "malformed":
      return `${requirement}. This one is damaged and can't be read. ${EXPORT_AGAIN}`;
  }
}

function foundInstead(kind: FileKind, namedWav: boolean): string {
  const start = namedWav ? "This file is named .wav but" : "This file";
  if (kind === "unknown" || kind === "wav") return `${start} isn't WAV audio. ${EXPORT_AS_WAV}`;
  return `${start} holds ${describeKind(kind)}. ${EXPORT_AS_WAV}`;
}
