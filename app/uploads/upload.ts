import * as v from "valibot";
import { probeSchema } from "~/media/probe";
import { uploadKinds } from "./plan";

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
  key: v.string(),
  multipartId: v.string(),
  partSize: v.number(),
  state: v.picklist(["open", "complete", "rejected"]),
  probe: v.nullable(probeSchema),
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
  state: "open" | "complete";
  /** Where its owner can open it; only a complete file can be opened. */
  url: string;
  probe: Upload["probe"];
}

/** The path under which a stored file is opened. The name is for people; the id decides. */
export function filePath(upload: { id: string; fileName: string }): string {
  return `/files/${upload.id}/${encodeURIComponent(upload.fileName)}`;
}

/** The view of an upload that is open or complete. */
export function fileView(upload: Upload): FileView | undefined {
  if (upload.state === "rejected") return undefined;
  const { id, kind, slot, fileName, size, state, probe } = upload;
  return { uploadId: id, kind, slot, fileName, size, state, url: filePath(upload), probe };
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
  const { id: uploadId, kind, slot, key, fileName, size, probe } = upload;
  return { uploadId, kind, slot, key, fileName, size, contentType: contentTypeOf(kind, probe) };
}
