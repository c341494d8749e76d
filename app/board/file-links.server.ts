import { signFileLink } from "~/platform/file-link";
import type { LinkKeys } from "~/platform/link-keys";
import type { StoredFile } from "~/submission/record/release-form";

/** Makes the address under which people without a sign-in here open a file. */
export type FileLink = (file: StoredFile, issuedAt: Date) => Promise<string>;

/** Links that open from anywhere, for 180 days, by their signature alone. */
export function signedFileLink(publicUrl: string, keys: LinkKeys): FileLink {
  return async ({ uploadId, fileName }, issuedAt) => {
    const path = `/files/${uploadId}/${encodeURIComponent(fileName)}`;
    return `${publicUrl}${await signFileLink(keys, path, issuedAt)}`;
  };
}
