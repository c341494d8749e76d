import type { StoredFile } from "~/domain/submission/record/release-form";
import { signFileLink } from "~/platform/file-link";
import type { LinkKeys } from "~/platform/link-keys";

/** Creates the URL of a file for people without an account here. */
export type FileLink = (file: StoredFile, issuedAt: Date) => Promise<string>;

/** Signed links, valid for 180 days. */
export function signedFileLink(publicUrl: string, keys: LinkKeys): FileLink {
  return async ({ uploadId, fileName }, issuedAt) => {
    const path = `/files/${uploadId}/${encodeURIComponent(fileName)}`;
    return `${publicUrl}${await signFileLink(keys, path, issuedAt)}`;
  };
}
