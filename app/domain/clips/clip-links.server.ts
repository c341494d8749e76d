import { signFileLink } from "~/platform/file-link";
import type { LinkKeys } from "~/platform/link-keys";
import { clipPath } from "./clip-path";
import type { StoredClip } from "./clip-store.server";

/** A signed path for the board. */
export function signedClipPath(keys: LinkKeys, clip: StoredClip, issuedAt: Date): Promise<string> {
  return signFileLink(keys, clipPath(clip, clip.fileName), issuedAt);
}
