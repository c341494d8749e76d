import { addDays } from "~/platform/clock";
import { signPath } from "~/platform/signed-link";
import type { StoredFile } from "~/submission/release-form";

/** How long a link on the board opens its file, in days. */
const LINK_DAYS = 180;

/** Makes the address under which people without a sign-in here open a file. */
export type FileLink = (file: StoredFile, now: Date) => Promise<string>;

/** Links that open from anywhere, for 180 days, by their signature alone. */
export function signedFileLink(publicUrl: string, secret: string): FileLink {
  return async ({ uploadId, fileName }, now) => {
    const path = `/files/${uploadId}/${encodeURIComponent(fileName)}`;
    return `${publicUrl}${await signPath(secret, path, addDays(now, LINK_DAYS))}`;
  };
}
