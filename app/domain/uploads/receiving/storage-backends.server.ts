import type { Clock } from "~/platform/clock";
import { network } from "~/platform/http-client";
import type { Settings } from "~/platform/settings";
import { signPath } from "~/platform/signed-link";
import { partPath } from "../part-path";
import type { StorageBackend } from "../storage-backend";
import { byteBudgetOf } from "./byte-budget.server";
import type { ReceivingDeps } from "./receiving-deps.server";
import { s3Backend } from "./s3-backend.server";

/** Error codes of R2 about uploads (developers.cloudflare.com/r2/api/error-codes). */
const PROBLEMS: Record<string, "gone" | "parts"> = {
  10024: "gone",
  10025: "parts",
  10011: "parts",
  10048: "parts",
};

/**
 * Whether an R2 error means that the upload has ended or that its parts do not fit. R2 ends its
 * messages with the code.
 */
export function multipartProblem(error: unknown): "gone" | "parts" | undefined {
  const code = error instanceof Error && /\((\d{5,6})\)$/.exec(error.message)?.[1];
  return code ? PROBLEMS[code] : undefined;
}

/** As in `wrangler.toml`. */
const BUCKET_NAME = "artist-portal-files";
const MAX_KEYS_PER_CALL = 1000;

/**
 * The bucket behind this site: browsers send parts to signed links, and the worker streams them to
 * the binding. R2 needs streams of known length: of requests with a Content-Length, its own
 * objects, or a FixedLengthStream.
 */
export function r2Backend(files: R2Bucket, secret: string): StorageBackend {
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
      const orderedParts = parts
        .toSorted((a, b) => a.number - b.number)
        .map(({ number, etag }) => ({ partNumber: number, etag }));
      await files.resumeMultipartUpload(key, multipartId).complete(orderedParts);
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
      for (let index = 0; index < keys.length; index += MAX_KEYS_PER_CALL)
        await files.delete(keys.slice(index, index + MAX_KEYS_PER_CALL));
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

/** S3 where its settings exist, else only the site's own backend. */
export function createStorageBackends(
  settings: Settings,
  files: R2Bucket,
  clock: Clock,
): Omit<ReceivingDeps, "db"> {
  const own = r2Backend(files, settings.SIGNING_SECRET);
  const quota = { bytes: settings.LIMIT_DRAFT_FILES_MB * 1e6, open: settings.LIMIT_OPEN_UPLOADS };
  const budget = byteBudgetOf(settings);
  const limits = { quota, budget, spooled: settings.LIMIT_SPOOLED_FILES };
  const {
    R2_S3_ENDPOINT: endpoint,
    R2_S3_BUCKET: bucket,
    R2_S3_ACCESS_KEY_ID: accessKeyId,
    R2_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = settings;
  // parseSettings requires all or none.
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey)
    return { carrier: own, own, ...limits };
  const carrier = s3Backend({
    endpoint,
    bucket,
    accessKeyId,
    secretAccessKey,
    clock,
    fetch: network,
  });
  return { carrier, own, ...limits };
}
