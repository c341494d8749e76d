import { slug } from "~/platform/formats/slug";
import type { UploadKind } from "../upload-plan";

const MAX_UNITS = 120;
/** With the id before it the name still fits into the 255 bytes of any file system. */
const MAX_BYTES = 220;
/** What is kept of the end of a long name: its ending, and what often tells takes apart. */
const END_UNITS = 30;

const encoder = new TextEncoder();
/** Signs with what stands on them. Not by Intl.Segmenter, which browsers of ours lack. */
const GRAPHEMES = /(?:\p{RI}{2}|[^\p{M}])[\p{M}\p{EMod}]*|\p{M}+/gu;

/** The first of some signs, as many as fit. */
function takeFitting(graphemes: readonly string[], units: number, bytes: number): string[] {
  let [usedUnits, usedBytes] = [0, 0];
  const end = graphemes.findIndex((grapheme) => {
    usedUnits += grapheme.length;
    usedBytes += encoder.encode(grapheme).length;
    return usedUnits > units || usedBytes > bytes;
  });
  return end < 0 ? [...graphemes] : graphemes.slice(0, end);
}

/** A file name without anything that a header, a path or a drive could trip over; ends as it did. */
export function safeFileName(name: string): string {
  const base = name.split(/[\\/]/).pop() ?? "";
  const clean = base
    .replace(/\p{C}/gu, "")
    .replace(/["<>:|?*;]/g, "_")
    .trim();
  // As a step of an address these would lead elsewhere.
  if (/^\.{0,2}$/.test(clean)) return "file";
  if (clean.length <= MAX_UNITS && encoder.encode(clean).length <= MAX_BYTES) return clean;
  const graphemes = clean.match(GRAPHEMES) ?? [];
  const end = takeFitting([...graphemes].reverse(), END_UNITS, MAX_BYTES / 3).reverse();
  const remainingBytes = MAX_BYTES - encoder.encode(end.join("")).length;
  const start = takeFitting(graphemes.slice(0, graphemes.length - end.length), MAX_UNITS - END_UNITS, remainingBytes);
  return [...start, ...end].join("") || "file";
}

/** The folder of an artist and draft that a stored object lies in. */
export function artistFolder(key: string): string {
  return key.split("/").slice(0, 2).join("/");
}

/**
 * The object's key in the bucket (design, section 3): one folder per artist and draft, audio and
 * images apart. The upload's id keeps two files of one name apart.
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

/**
 * The key for another try at a file whose object turned out wrong: beside the first one, so that
 * removing that can never meet the new one.
 */
export function retryObjectKey(key: string): string {
  return key.replace(
    /\/([^/.-]+)(?:\.(\d+))?(-[^/]*)$/,
    (_, id, tries = "1", name) => `/${id}.${Number(tries) + 1}${name}`,
  );
}
