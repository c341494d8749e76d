import { previewPath } from "~/domain/uploads/preview";
import type { FileView } from "~/domain/uploads/upload";
import { useUpload } from "./use-upload";

/** A preview: its address, and whether it cannot be shown. */
interface Picture {
  src: string | undefined;
  broken: boolean;
}

/**
 * The preview of a slot's picture: the one that this tab made of a chosen file, else the stored one. Never
 * the original, which may have many megabytes.
 * @param fileView the slot's file on the server.
 */
export function usePicture(slot: string, fileView: FileView | undefined): Picture {
  const live = useUpload(slot);
  // A refused file does not replace the one before it.
  const upload = live?.phase === "failed" ? live.replaces : live;
  if (!upload)
    return { src: fileView?.preview, broken: fileView?.state === "complete" && !fileView.preview };
  const { preview, phase, uploadId } = upload;
  if (preview?.status === "made") return { src: preview.src, broken: false };
  const stored = phase === "stored" && uploadId !== undefined && preview?.status !== "making";
  return {
    src: stored ? previewPath(uploadId) : undefined,
    broken: preview?.status === "failed" && !stored,
  };
}
