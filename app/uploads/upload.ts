import * as v from "valibot";
import { probeSchema } from "./file-probe";
import { NO_PREVIEW, previewPath } from "./preview";
import { STORAGE_BACKENDS } from "./storage-backend";
import { uploadKinds } from "./upload-plan";

/** The call a file came by: in parts, whole by the standard call, or inside a form's post. */
const UPLOAD_METHODS = ["direct", "standard", "form"] as const;

/** A file on its way to, or in, the bucket. */
export const uploadSchema = v.object({
  id: v.string(),
  draftId: v.string(),
  kind: v.picklist(uploadKinds),
  /** What the file fills, by the id of its track: see `slots`. */
  slot: v.string(),
  fileName: v.string(),
  /** Bytes. */
  size: v.number(),
  /** Hash of size, head and tail, by which the browser knows the file again; see `fingerprint`. */
  fingerprint: v.nullable(v.string()),
  /** SHA-256 in hexadecimal digits: of the stored object; of an open one what its sender has told. */
  sha256: v.nullable(v.string()),
  key: v.string(),
  /** The upload whose bytes these are, where an earlier submission has sent them. */
  origin: v.nullish(v.string()),
  multipartId: v.string(),
  partSize: v.number(),
  carrier: v.picklist(STORAGE_BACKENDS),
  method: v.picklist(UPLOAD_METHODS),
  /**
   * `rejected`: it was not what its slot needs. `expired`: it was not finished in time. `removed`:
   * taken away by its artist, or replaced. `left`: its draft was submitted without it. Of the last
   * two the bytes are going, and their rows after them.
   */
  state: v.picklist(["open", "complete", "rejected", "expired", "removed", "left"]),
  probe: v.nullable(probeSchema),
  /** Of a picture: the key of its preview, or `NO_PREVIEW`; null while nobody has made one. */
  preview: v.nullable(v.string()),
});
export type Upload = v.InferOutput<typeof uploadSchema>;

/** What a page needs to show of a file. */
export interface FileView {
  uploadId: string;
  kind: Upload["kind"];
  slot: string;
  fileName: string;
  /** Bytes. */
  size: number;
  /** Of an expired one nothing is left; `UPLOAD_EXPIRED` says so. */
  state: "open" | "complete" | "expired";
  /** Bytes the server holds; of an open file those of its parts and pieces. */
  storedBytes: number;
  fingerprint: string | null;
  sha256: string | null;
  /** Where its owner can open it; only a complete file can be opened. */
  url: string;
  /** Of a stored file: the one that is on its way in its place. */
  coming?: PendingFile;
  /** Where it can be seen small; of stored pictures only, and not where that cannot be made. */
  preview?: string;
  probe: Upload["probe"];
}

/** A file that is on its way in the place of a stored one. */
export type PendingFile = Pick<
  FileView,
  "uploadId" | "fileName" | "size" | "storedBytes" | "fingerprint"
>;

/** The states of uploads that are on their way out: nothing brings them back. */
export const REMOVED_STATES = ["removed", "left"] as const satisfies readonly Upload["state"][];

/** Whether an upload is on its way out. */
export function isPendingRemoval({ state }: Pick<Upload, "state">): boolean {
  return REMOVED_STATES.some((removedState) => removedState === state);
}

/** The path under which a stored file is opened. The name is for people; the id decides. */
export function filePath(upload: { id: string; fileName: string }): string {
  return `/files/${upload.id}/${encodeURIComponent(upload.fileName)}`;
}

/** The path under which an upload is seen small; undefined where there is nothing to see. */
export function previewOf({
  id,
  kind,
  state,
  preview,
}: Pick<Upload, "id" | "kind" | "state" | "preview">): string | undefined {
  const isSeen = kind !== "track" && state === "complete" && preview !== NO_PREVIEW;
  return isSeen ? previewPath(id) : undefined;
}

/**
 * The view of an upload; undefined for one that was refused or is on its way out.
 * @param receivedBytes bytes of its parts and pieces, while it is open.
 */
export function fileView(upload: Upload, receivedBytes: number): FileView | undefined {
  const { id: uploadId, kind, slot, fileName, size, state, fingerprint, sha256, probe } = upload;
  if (state !== "open" && state !== "complete" && state !== "expired") return undefined;
  const bytes = { open: Math.min(receivedBytes, size), complete: size, expired: 0 };
  const file = { uploadId, kind, slot, fileName, size, fingerprint, sha256, probe };
  const paths = { url: filePath(upload), preview: previewOf(upload) };
  return { ...file, state, storedBytes: bytes[state], ...paths };
}

/**
 * The media type a stored file is served with: what it was judged to be, never what the sender
 * said. A track's own artwork may be of several types, and has none that a browser would show
 * until it is judged.
 */
export function contentTypeOf(kind: Upload["kind"], probe: Upload["probe"]): string {
  if (kind === "track") return "audio/wav";
  if (kind === "artwork") return "image/jpeg";
  return probe && probe.kind !== "wav" ? `image/${probe.kind}` : "application/octet-stream";
}

/** A complete upload as a submission records it. */
export function storedFile(upload: Upload) {
  const { id: uploadId, kind, slot, key, fileName, size, probe, sha256 } = upload;
  const contentType = contentTypeOf(kind, probe);
  return { uploadId, kind, slot, key, fileName, size, contentType, sha256: sha256 ?? undefined };
}
