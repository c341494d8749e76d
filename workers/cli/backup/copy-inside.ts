import { errorCode } from "~/domain/uploads/receiving/s3-replies.server";
import { type S3Access, S3Error, s3Requests } from "~/domain/uploads/receiving/s3-requests.server";
import type { Clock } from "~/platform/clock";
import type { Fetcher } from "~/platform/http-client";
import { contentName, type StoredFile } from "../../backup/snapshot";

/**
 * Copies a file of a plain backup in a bucket to where it was, without its bytes passing through this computer.
 * @returns false where the keys do not open the backup's bucket.
 */
export type CopyInside = (file: StoredFile) => Promise<boolean>;

const HEADER_NAMES: Readonly<Record<string, string>> = {
  contentType: "Content-Type",
  contentLanguage: "Content-Language",
  contentDisposition: "Content-Disposition",
  contentEncoding: "Content-Encoding",
  cacheControl: "Cache-Control",
};

/** Copies by S3's CopyObject, which R2 does within an account. */
export function copyByS3(
  access: S3Access,
  backupBucket: string,
  { fetcher, clock }: { fetcher: Fetcher; clock: Clock },
): CopyInside {
  const { send } = s3Requests(access, clock, fetcher);
  return async (file) => {
    const named = Object.entries(file.httpMetadata).flatMap(([name, value]) =>
      HEADER_NAMES[name] ? [[HEADER_NAMES[name], value]] : [],
    );
    const custom = Object.entries(file.customMetadata).map(([name, value]) => [
      `x-amz-meta-${name}`,
      value,
    ]);
    const reply = await send({
      ...{ operation: "CopyObject", method: "PUT", key: file.key, accept: [403], noTimeout: true },
      headers: {
        "x-amz-copy-source": `/${backupBucket}/${contentName(file)}`,
        "x-amz-metadata-directive": "REPLACE",
        ...Object.fromEntries([...named, ...custom]),
      },
    });
    if (reply.status === 403) return false;
    // A copy that fails half-way has begun its answer with 200.
    const code = errorCode(await reply.text());
    if (code) throw new S3Error("CopyObject", reply.status, code);
    return true;
  };
}
