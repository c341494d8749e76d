import { makePreview } from "~/domain/uploads/receiving/make-preview.server";
import { readPreview } from "~/domain/uploads/receiving/preview-store.server";
import type { Upload } from "~/domain/uploads/upload";
import type { AppContext } from "./app-context";

/** The bytes of a preview, created on first use. */
export async function previewBytes(
  context: AppContext,
  upload: Upload,
): Promise<Uint8Array | undefined> {
  if (upload.preview !== null) return readPreview(context.uploads, upload);
  try {
    return await makePreview(context, upload);
  } catch (error) {
    context.scope.logFailure(error);
    return undefined;
  }
}
