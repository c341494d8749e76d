import { PICTURE_MAX_BYTES } from "~/domain/artists/picture-rules";
import { readFileForm, readFileUpTo } from "~/session/read-file-form.server";

/** Cloudflare's limit: even with a picture that is too large, the text beside it is saved. */
const LIMITS = { bytes: 100 * 1024 * 1024, fieldBytes: 256 * 1024 };

const TOO_LARGE = "That's more than this form can take. Go back and send less of it.";

export interface ProfilePost {
  fields: [string, string][];
  /** A picture over the limit is not kept in memory. */
  picture: Uint8Array<ArrayBuffer> | "too-large" | undefined;
}

/** Reads a posted profile. @throws Response as {@link readFileForm}. */
export async function readProfilePost(request: Request): Promise<ProfilePost> {
  let picture: ProfilePost["picture"];
  const fields = await readFileForm(request, {
    limits: LIMITS,
    tooLargeText: TOO_LARGE,
    tooMuchText: TOO_LARGE,
    onFile: async ({ name, fileName, chunks }) => {
      const bytes = await readFileUpTo(chunks, PICTURE_MAX_BYTES);
      if (name === "picture" && fileName !== "") picture = bytes ?? "too-large";
    },
  });
  return { fields, picture };
}
