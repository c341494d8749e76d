import * as v from "valibot";
import { probeSchema } from "./file-probe";
import { NO_PREVIEW, previewPath } from "./preview";
import { STORAGE_BACKENDS } from "./storage-backend";
import { uploadKinds } from "./upload-plan";

/** In parts, by the standard call, or in a form. */
const UPLOAD_METHODS = ["direct", "standard", "form"] as const;

/** A file that is being sent or stored. */
export const uploadSchema = v.object({
  id: v.string(),
  draftId: v.string(),
  kind: v.picklist(uploadKinds),
  /** What the file fills: see `slots`. */
  slot: v.string(),
  fileName: v.string(),
  size: v.number(),
  /** Recognizes the file in a browser; see `fingerprint`. */
  fingerprint: v.nullable(v.string()),
  /** In hexadecimal digits: of the stored object, or as announced for an open one. */
  sha256: v.nullable(v.string()),
  key: v.string(),
  /** The upload of an earlier submission that owns the bytes. */
  origin: v.nullish(v.string()),
  multipartId: v.string(),
  partSize: v.number(),
  carrier: v.picklist(STORAGE_BACKENDS),
  method: v.picklist(UPLOAD_METHODS),
  /**
   * `rejected`: the wrong content. `expired`: not finished in time. `removed`: by its artist, or
   * replaced. `left`: not part of the submission of its draft. The bytes of the last two are being
   * deleted, then their rows.
   */
  state: v.picklist(["open", "complete", "rejected", "expired", "removed", "left"]),
  probe: v.nullable(probeSchema),
  /** The key of its preview, or `NO_PREVIEW`; null while none was made. */
  preview: v.nullable(v.string()),
});
export type Upload = v.InferOutput<typeof uploadSchema>;

export interface FileView {
  uploadId: string;
  kind: Upload["kind"];
  slot: string;
  fileName: string;
  size: number;
  /** An expired one has no bytes left; see `UPLOAD_EXPIRED`. */
  state: "open" | "complete" | "expired";
  /** Bytes on the server, with parts and pieces of an open file. */
  storedBytes: number;
  fingerprint: string | null;
  sha256: string | null;
  /** Works for complete files only. */
  url: string;
  /** The file that is to replace this stored one. */
  coming?: PendingFile;
  preview?: string;
  probe: Upload["probe"];
}

/** A file that is to replace a stored one. */
export type PendingFile = Pick<
  FileView,
  "uploadId" | "fileName" | "size" | "storedBytes" | "fingerprint"
>;

/** Uploads that are being deleted. */
export const REMOVED_STATES = ["removed", "left"] as const satisfies readonly Upload["state"][];

export function isPendingRemoval({ state }: Pick<Upload, "state">): boolean {
  return REMOVED_STATES.some((removedState) => removedState === state);
}

/** The path of a stored file. The id decides, the name is for people. */
export function filePath(upload: { id: string; fileName: string }): string {
  return `/files/${upload.id}/${encodeURIComponent(upload.fileName)}`;
}

/** The path of an upload's preview, if it can have one. */
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
 * The view of an upload; undefined for one that was refused or is being deleted.
 * @param receivedBytes of an open one, in parts and pieces.
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
 * The media type a stored file is served with: what it was found to be, never what the sender said.
 * Custom artwork has none before that.
 */
export function contentTypeOf(kind: Upload["kind"], probe: Upload["probe"]): string {
  if (kind === "track") return "audio/wav";
  if (kind === "artwork") return "image/jpeg";
  return probe && probe.kind !== "wav" ? `image/${probe.kind}` : "application/octet-stream";
}

export function storedFile(upload: Upload) {
  const { id: uploadId, kind, slot, key, fileName, size, probe, sha256 } = upload;
  const contentType = contentTypeOf(kind, probe);
  return { uploadId, kind, slot, key, fileName, size, contentType, sha256: sha256 ?? undefined };
}
