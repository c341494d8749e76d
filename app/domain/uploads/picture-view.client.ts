import type { Advice } from "./advice/advice-shape";
import { makePreview, sendPreview } from "./preview.client";
import type { PictureLook } from "./probe";
import { pictureAdvice } from "./reading/ingest-file.client";
import type { UploadState } from "./upload-state";

interface LookResult {
  look: PictureLook;
  advice: Advice[];
}

/** What is shown of a picture that is being sent, and goes to the server with it. */
export type PictureView = ReturnType<typeof showPicture>;

/** The code that looks at pixels is loaded for a chosen picture only. */
async function measurePicture(picture: Blob): Promise<LookResult> {
  try {
    const [{ measureLook }, { lookAdvice }] = await Promise.all([
      import("./picture-look.client"),
      import("./advice/look-advice"),
    ]);
    const look = (await measureLook(picture)) ?? [];
    return { look, advice: lookAdvice(look) };
  } catch {
    // The line is down. The picture is sent without it.
    return { look: [], advice: [] };
  }
}

/** Shows a picture, small, and what the artist should know of it. */
export function showPicture(picture: Blob, show: (state: Partial<UploadState>) => void) {
  const header = pictureAdvice(picture);
  void header.then((advice) => show({ advice }));
  show({ preview: { status: "making" } });
  const preview = makePreview(picture);
  void preview.then((small) =>
    show({
      preview: small ? { status: "made", src: URL.createObjectURL(small) } : { status: "failed" },
    }),
  );
  // One after the other: each holds the whole picture in memory.
  const look = preview.then(() => measurePicture(picture));
  void Promise.all([header, look]).then(([advice, found]) => {
    if (found.advice.length > 0) show({ advice: [...advice, ...found.advice] });
  });
  return { preview, look };
}

/** Sends the preview of a stored picture, and what it looks like. */
export async function sendPictureView(uploadId: string, view: PictureView, signal: AbortSignal) {
  const [preview, { look }] = await Promise.all([view.preview, view.look]);
  if (preview) await sendPreview(uploadId, { preview, look }, signal);
}
