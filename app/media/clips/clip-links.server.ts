import { addDays } from "~/platform/clock";
import { signPath } from "~/platform/signed-link";
import { clipPath } from "./clip-path";
import type { StoredClip } from "./clip-store.server";

/** How long a link to a clip opens it, in days; as long as one to the track. */
const LINK_DAYS = 180;

/** The signed path under which anyone opens a clip, for the board and for mails. */
export function signedClipPath(secret: string, clip: StoredClip, now: Date): Promise<string> {
  return signPath(secret, clipPath(clip, clip.fileName), addDays(now, LINK_DAYS));
}
