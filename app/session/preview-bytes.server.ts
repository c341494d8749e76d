import { makePreview } from "~/domain/uploads/receiving/make-preview.server";
import { readPreview } from "~/domain/uploads/receiving/preview-store.server";
import type { Upload } from "~/domain/uploads/upload";
import type { Portal } from "./portal";

/** The bytes of a preview, created on first use. */
export async function previewBytes(
  portal: Portal,
  upload: Upload,
): Promise<Uint8Array | undefined> {
  if (upload.preview !== null) return readPreview(portal.uploads, upload);
  try {
    return await makePreview(portal, upload);
  } catch (error) {
    portal.scope.logFailure(error);
    return undefined;
  }
}
