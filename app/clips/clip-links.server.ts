import { signFileLink } from "~/platform/file-link";
import type { LinkKeys } from "~/platform/link-keys";
import { clipPath } from "./clip-path";
import type { StoredClip } from "./clip-store.server";

/** The signed path under which anyone opens a clip, for the board; it ends as one to a file does. */
export function signedClipPath(keys: LinkKeys, clip: StoredClip, issued: Date): Promise<string> {
  return signFileLink(keys, clipPath(clip, clip.fileName), issued);
}
