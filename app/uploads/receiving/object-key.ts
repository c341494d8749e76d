import { slug } from "~/platform/formats/slug";
import type { UploadKind } from "../upload-plan";

/** The first `length` UTF-16 units of a text; never half an emoji, which no address can carry. */
function beginning(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
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
  if (clean.length <= 120) return clean;
  return beginning(clean, 90) + clean.slice(-30).replace(/^[\uDC00-\uDFFF]/, "");
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
  const room = file.kind === "track" ? "audio" : "images";
  return `${folder}/${room}/${file.uploadId}-${safeFileName(file.fileName)}`;
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
