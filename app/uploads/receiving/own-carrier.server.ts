import { signPath } from "~/platform/signed-link";
import type { Carrier } from "../carrier";
import { partPath } from "../part-path";
import { multipartProblem } from "./bucket-error";

/** What `wrangler.toml` calls the bucket; its binding does not say. */
const BUCKET_NAME = "artist-portal-files";
/** R2 removes as many at once. */
const KEYS_AT_ONCE = 1000;

/**
 * The bucket behind our own origin: browsers send parts to links that we sign, and the site worker
 * streams them into the binding. R2 wants streams of known length: those of requests with a
 * Content-Length, of its own objects, or from a FixedLengthStream.
 */
export function ownCarrier(files: R2Bucket, secret: string): Carrier {
  return {
    name: "own",
    bucketName: BUCKET_NAME,
    async open(key, contentType) {
      const { uploadId } = await files.createMultipartUpload(key, {
        httpMetadata: { contentType },
      });
      return uploadId;
    },
    partUrl: ({ id }, { number }, expires) => signPath(secret, partPath(id, number), expires),
    async putPart(key, multipartId, number, body) {
      const multipart = files.resumeMultipartUpload(key, multipartId);
      return (await multipart.uploadPart(number, body)).etag;
    },
    async join(key, multipartId, parts) {
      const ordered = parts
        .toSorted((a, b) => a.number - b.number)
        .map(({ number, etag }) => ({ partNumber: number, etag }));
      await files.resumeMultipartUpload(key, multipartId).complete(ordered);
    },
    async abort(key, multipartId) {
      try {
        await files.resumeMultipartUpload(key, multipartId).abort();
      } catch (error) {
        if (multipartProblem(error) !== "gone") throw error;
      }
    },
    async size(key) {
      return (await files.head(key))?.size;
    },
    async read(key, range) {
      return (await files.get(key, range && { range }))?.body;
    },
    async put(key, body) {
      await files.put(key, body);
    },
    async remove(...keys) {
      for (let at = 0; at < keys.length; at += KEYS_AT_ONCE)
        await files.delete(keys.slice(at, at + KEYS_AT_ONCE));
    },
    async list(prefix) {
      const keys: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await files.list({ prefix, cursor });
        keys.push(...page.objects.map(({ key }) => key));
        cursor = page.truncated ? page.cursor : undefined;
      } while (cursor !== undefined);
      return keys;
    },
    problem: multipartProblem,
  };
}
