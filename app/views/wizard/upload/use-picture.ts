import { previewPath } from "~/uploads/preview";
import type { FileView } from "~/uploads/upload";
import { useUpload } from "./use-upload";

/** A picture as a page shows it: where it is seen small, and whether it cannot be shown. */
interface Picture {
  src: string | undefined;
  broken: boolean;
}

/**
 * The picture of a slot: the one that this tab has made of a chosen file, else the stored one; never
 * the whole file, which may be of many megabytes.
 * @param fileView what the slot holds already.
 */
export function usePicture(slot: string, fileView: FileView | undefined): Picture {
  const live = useUpload(slot);
  // A file that was refused has not replaced the one before it.
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
