import * as v from "valibot";
import type { Clock } from "~/platform/clock";
import type { Fetcher } from "~/platform/http-client";
import type { StorageBackend } from "../storage-backend";
import {
  completeMultipartXml,
  errorCode,
  isMultipartCompleted,
  listedKeys,
  parseUploadId,
  plainEtag,
} from "./s3-replies.server";
import { type S3Access, type S3Call, S3Error, s3Requests } from "./s3-requests.server";

const PROBLEMS: Record<string, "gone" | "parts"> = {
  NoSuchUpload: "gone",
  InvalidPart: "parts",
  InvalidPartOrder: "parts",
  EntityTooSmall: "parts",
};
const MAX_CONNECTIONS = 6;

const etagHeader = v.pipe(v.string(), v.transform(plainEtag), v.minLength(1));
const lengthHeader = v.pipe(v.string(), v.digits(), v.transform(Number));

function partCall(key: string, multipartId: string, number: number): S3Call {
  const query = { partNumber: String(number), uploadId: multipartId };
  return { operation: "UploadPart", method: "PUT", key, query, noTimeout: true };
}

/** A bucket that browsers send parts to directly, of R2 or another S3 server. */
export function s3Backend({
  fetch,
  clock,
  ...access
}: S3Access & { clock: Clock; fetch: Fetcher }): StorageBackend {
  const { send, link } = s3Requests(access, clock, fetch);
  /** For calls whose answer is only a status. */
  const sendAndDrain = async (call: S3Call) => void (await (await send(call)).arrayBuffer());
  return {
    name: "s3",
    bucketName: access.bucket,
    async open(key, contentType) {
      const headers = { "Content-Type": contentType };
      const query = { uploads: "" };
      const operation = "CreateMultipartUpload";
      const reply = await send({ operation, method: "POST", key, query, headers });
      return parseUploadId(await reply.text());
    },
    partUrl: ({ key, multipartId }, { number, length }, expires) =>
      link({ ...partCall(key, multipartId, number), length }, expires),
    async putPart(key, multipartId, number, body, length) {
      const reply = await send({ ...partCall(key, multipartId, number), body, length });
      await reply.arrayBuffer();
      return v.parse(etagHeader, reply.headers.get("ETag"));
    },
    async join(key, multipartId, parts) {
      const operation = "CompleteMultipartUpload";
      const query = { uploadId: multipartId };
      const body = completeMultipartXml(parts);
      const reply = await send({ operation, method: "POST", key, query, body });
      const text = await reply.text();
      if (!isMultipartCompleted(text)) throw new S3Error(operation, reply.status, errorCode(text));
    },
    abort: (key, multipartId) =>
      sendAndDrain({
        operation: "AbortMultipartUpload",
        method: "DELETE",
        key,
        query: { uploadId: multipartId },
        accept: [404],
      }),
    async size(key) {
      const reply = await send({ operation: "HeadObject", method: "HEAD", key, accept: [404] });
      if (reply.status === 404) return undefined;
      return v.parse(lengthHeader, reply.headers.get("Content-Length"));
    },
    async read(key, range) {
      const last = range && range.offset + range.length - 1;
      const headers = range && { Range: `bytes=${range.offset}-${last}` };
      const reply = await send({
        operation: "GetObject",
        method: "GET",
        key,
        headers,
        accept: [404, 416],
        noTimeout: true,
      });
      if (reply.body && reply.status === (range ? 206 : 200)) return reply.body;
      await reply.body?.cancel();
      if (!reply.ok) return undefined;
      // A whole object would pass for the first bytes of a range.
      throw new S3Error("GetObject", reply.status);
    },
    put: (key, body, length) => {
      const headers = { "Content-Type": "application/octet-stream" };
      const bytes = { headers, body, length, noTimeout: true } as const;
      return sendAndDrain({ operation: "PutObject", method: "PUT", key, ...bytes });
    },
    async remove(...keys) {
      for (let index = 0; index < keys.length; index += MAX_CONNECTIONS)
        await Promise.all(
          keys
            .slice(index, index + MAX_CONNECTIONS)
            .map((key) =>
              sendAndDrain({ operation: "DeleteObject", method: "DELETE", key, accept: [404] }),
            ),
        );
    },
    async list(prefix) {
      const keys: string[] = [];
      let next: string | undefined;
      do {
        const query = { "list-type": "2", prefix, ...(next && { "continuation-token": next }) };
        const reply = await send({ operation: "ListObjectsV2", method: "GET", query });
        const page = listedKeys(await reply.text());
        keys.push(...page.keys);
        next = page.next;
      } while (next !== undefined);
      return keys;
    },
    problem: (error) => (error instanceof S3Error ? PROBLEMS[error.code] : undefined),
  };
}
