import * as v from "valibot";
import { NO_PREVIEW, previewPath } from "./preview";
import { probeSchema } from "./probe";
import { STORAGE_BACKENDS } from "./storage-backend";
import { uploadKinds } from "./upload-kinds";

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
  /** The choice that it brings the file of; see `SlotState`. */
  choice: v.nullable(v.string()),
});
export type Upload = v.InferOutput<typeof uploadSchema>;

/** What a file field of a draft holds. */
export interface SlotState {
  slot: string;
  /** Counts the choices made for it: choose, remove, keep. */
  version: number;
  /** The last choice; null after the file was removed. */
  choice: string | null;
  /** The stored upload: of the choice, or the one that it is to replace. */
  uploadId: string | null;
}

/**
 * The name of what an artist chose for a slot: a file, or none. By it a call may be made again. All names
 * of one browser begin with the same characters, up to the last hyphen, and later ones are sorted behind
 * earlier ones: so a call that was held up on its way does not take back what was chosen after it.
 */
export const choiceSchema = v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{8,40}$/));

/** What the names of all choices of a browser begin with; empty for a sender that has no such names. */
export function browserOfChoice(choice: string): string {
  return choice.slice(0, choice.lastIndexOf("-") + 1);
}

const ULID_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** When an upload was announced, in milliseconds since the epoch, by its id. */
export function uploadTime(id: string): number {
  return [...id.slice(0, 10)].reduce((time, digit) => time * 32 + ULID_DIGITS.indexOf(digit), 0);
}

/** The versions of a draft's slots, emptied ones too. */
export type SlotVersions = Readonly<Record<string, number>>;

export interface FileView {
  uploadId: string;
  kind: Upload["kind"];
  slot: string;
  fileName: string;
  size: number;
  /**
   * An expired one has no bytes left; see `UPLOAD_EXPIRED`. `beside`: whole, but its slot was emptied
   * before it arrived, so that it is in no release unless its artist says so.
   */
  state: "open" | "complete" | "expired" | "beside";
  /** Bytes on the server, with parts and pieces of an open file. */
  storedBytes: number;
  fingerprint: string | null;
  sha256: string | null;
  /** Works for complete files only. */
  url: string;
  /** The last choice of its slot, as its sender named it. */
  choice: string | null;
  /** The file that is to replace this stored one. */
  coming?: PendingFile;
  /** A whole file that lost its place to a later choice before it arrived. */
  other?: OtherFile;
  preview?: string;
  probe: Upload["probe"];
}

/** A file that is to replace a stored one. */
export type PendingFile = Pick<
  FileView,
  "uploadId" | "fileName" | "size" | "storedBytes" | "fingerprint"
>;

/** A whole file that its artist may still take instead. */
type OtherFile = Pick<FileView, "uploadId" | "fileName" | "size">;

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
  const { choice } = upload;
  if (state !== "open" && state !== "complete" && state !== "expired") return undefined;
  const bytes = { open: Math.min(receivedBytes, size), complete: size, expired: 0 };
  const file = { uploadId, kind, slot, fileName, size, fingerprint, sha256, probe, choice };
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
