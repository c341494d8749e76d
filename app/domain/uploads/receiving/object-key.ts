import { slug } from "~/platform/formats/slug";
import type { UploadKind } from "../upload-kinds";

const MAX_UNITS = 120;
/** With the id before it a name still fits into 255 bytes. */
const MAX_BYTES = 220;
/** Kept of the end of a long name: the extension, and often the number of a take. */
const END_UNITS = 30;

const encoder = new TextEncoder();
/** Approximates graphemes, as older browsers lack Intl.Segmenter. */
const GRAPHEMES = /(?:\p{RI}{2}|[^\p{M}])[\p{M}\p{Emoji_Modifier}]*|\p{M}+/gu;

function takeFitting(graphemes: readonly string[], units: number, bytes: number): string[] {
  let [usedUnits, usedBytes] = [0, 0];
  const end = graphemes.findIndex((grapheme) => {
    usedUnits += grapheme.length;
    usedBytes += encoder.encode(grapheme).length;
    return usedUnits > units || usedBytes > bytes;
  });
  return end < 0 ? [...graphemes] : graphemes.slice(0, end);
}

/**
 * A file name that is safe in headers, paths and drives; its end is kept. It is in NFC, since macOS
 * sends letters and their accents apart.
 */
export function safeFileName(name: string): string {
  const base = name.split(/[\\/]/).pop() ?? "";
  const clean = base
    .replace(/\p{C}/gu, "")
    .normalize("NFC")
    .replace(/["<>:|?*;]/g, "_")
    .trim();
  // These would change a path.
  if (/^\.{0,2}$/.test(clean)) return "file";
  if (clean.length <= MAX_UNITS && encoder.encode(clean).length <= MAX_BYTES) return clean;
  const graphemes = clean.match(GRAPHEMES) ?? [];
  const end = takeFitting([...graphemes].reverse(), END_UNITS, MAX_BYTES / 3).reverse();
  const remainingBytes = MAX_BYTES - encoder.encode(end.join("")).length;
  const start = takeFitting(
    graphemes.slice(0, graphemes.length - end.length),
    MAX_UNITS - END_UNITS,
    remainingBytes,
  );
  // Again, since the letters at the cut may compose.
  return [...start, ...end].join("").normalize("NFC") || "file";
}

/** Whether two names are one name once they are stored, however a system spells them. */
export function isSameFileName(a: string, b: string): boolean {
  return safeFileName(a) === safeFileName(b);
}

export function artistFolder(key: string): string {
  return key.split("/").slice(0, 2).join("/");
}

/**
 * The object's key (design, section 3): a folder per artist and draft, with audio and images apart.
 * The upload's id makes it unique.
 */
export function objectKey(file: {
  artistName: string;
  draftId: string;
  kind: UploadKind;
  uploadId: string;
  fileName: string;
}): string {
  const folder = `artists/${slug(file.artistName, "artist")}-${file.draftId.slice(-8).toLowerCase()}`;
  const subfolder = file.kind === "track" ? "audio" : "images";
  return `${folder}/${subfolder}/${file.uploadId}-${safeFileName(file.fileName)}`;
}

/** The key for another try at a wrong object, so that removing the first one cannot affect it. */
export function retryObjectKey(key: string): string {
  return key.replace(
    /\/([^/.-]+)(?:\.(\d+))?(-[^/]*)$/,
    (_, id, tries = "1", name) => `/${id}.${Number(tries) + 1}${name}`,
  );
}
