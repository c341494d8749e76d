import {
  DeliveryError,
  type DeliveryFile,
  type DeliveryPlace,
  fileMissing,
} from "~/domain/delivery/delivery-place";
import {
  completeMultipartXml,
  errorCode,
  isMultipartCompleted,
  openUploadOf,
  parseUploadId,
  plainEtag,
  storedParts,
} from "~/domain/uploads/receiving/s3-replies.server";
import {
  type S3Access,
  type S3Call,
  S3Error,
  s3Requests,
} from "~/domain/uploads/receiving/s3-requests.server";
import type { StoredPart } from "~/domain/uploads/storage-backend";
import type { Clock } from "~/platform/clock";
import type { Fetcher } from "~/platform/http-client";

/** A bucket of any S3 server. */
export interface DeliveryBucket extends S3Access {
  /** For staff. */
  name: string;
  /** Begins every path; empty or with a slash at its end. */
  prefix: string;
}

interface S3PlaceOptions extends DeliveryBucket {
  clock: Clock;
  fetch: Fetcher;
  /** Larger files are sent in parts of this size. */
  partBytes?: number;
}

const PART_BYTES = 16 * 1024 * 1024;
const SHA256_HEADER = "x-amz-meta-sha256";

/** A refusal stays one, however often it is tried; outages and slow lines pass. */
function toDeliveryError(error: unknown): unknown {
  if (!(error instanceof S3Error)) return error;
  const { status, code, message } = error;
  const isSlow = [408, 429].includes(status) || code === "RequestTimeout";
  const isRefused = status >= 300 && status < 500 && status !== 404 && !isSlow;
  const isNoBucket = code === "NoSuchBucket";
  return new DeliveryError(code || `S3_${status}`, message, isRefused || isNoBucket);
}

export function s3Place(options: S3PlaceOptions): DeliveryPlace {
  const { name, prefix, clock, fetch, partBytes = PART_BYTES, ...access } = options;
  const { send } = s3Requests(access, clock, fetch);

  async function readText(call: S3Call): Promise<string> {
    return (await send(call)).text();
  }

  async function isThere(key: string, { size, sha256 }: DeliveryFile): Promise<boolean> {
    const { ok, headers } = await send({
      ...{ operation: "HeadObject", method: "HEAD", key },
      accept: [404],
    });
    return (
      ok && Number(headers.get("Content-Length")) === size && headers.get(SHA256_HEADER) === sha256
    );
  }

  async function putWhole(key: string, file: DeliveryFile): Promise<void> {
    const body = await file.read();
    if (!body) throw fileMissing();
    const headers = { "Content-Type": file.contentType, [SHA256_HEADER]: file.sha256 };
    const bytes = { body, length: file.size, headers, noTimeout: true } as const;
    await readText({ operation: "PutObject", method: "PUT", key, ...bytes });
  }

  /** The upload of an earlier run, with its parts, or a new one. */
  async function openUpload(key: string, file: DeliveryFile) {
    const list = { operation: "ListMultipartUploads", method: "GET" } as const;
    const known = openUploadOf(
      await readText({ ...list, query: { uploads: "", prefix: key } }),
      key,
    );
    if (known !== undefined) {
      const parts = { operation: "ListParts", method: "GET", key } as const;
      const reply = await readText({ ...parts, query: { uploadId: known } });
      return { uploadId: known, parts: storedParts(reply) };
    }
    const headers = { "Content-Type": file.contentType, [SHA256_HEADER]: file.sha256 };
    const create = { operation: "CreateMultipartUpload", method: "POST", key, headers } as const;
    return {
      uploadId: parseUploadId(await readText({ ...create, query: { uploads: "" } })),
      parts: [],
    };
  }

  async function putParts(
    key: string,
    file: DeliveryFile,
    pause: () => Promise<boolean>,
  ): Promise<"sent" | "paused"> {
    const { uploadId, parts } = await openUpload(key, file);
    const done: StoredPart[] = [];
    for (let number = 1; (number - 1) * partBytes < file.size; number += 1) {
      const offset = (number - 1) * partBytes;
      const length = Math.min(partBytes, file.size - offset);
      const known = parts.find((part) => part.number === number && part.size === length);
      if (known) {
        done.push(known);
        continue;
      }
      if (await pause()) return "paused";
      const body = await file.read({ offset, length });
      if (!body) throw fileMissing();
      const query = { partNumber: String(number), uploadId };
      const call = { operation: "UploadPart", method: "PUT", key, query } as const;
      const reply = await send({ ...call, body, length, noTimeout: true });
      await reply.arrayBuffer();
      done.push({ number, etag: plainEtag(reply.headers.get("ETag") ?? "") });
    }
    const operation = "CompleteMultipartUpload";
    const join = { operation, method: "POST", key, query: { uploadId } } as const;
    const text = await readText({ ...join, body: completeMultipartXml(done) });
    if (!isMultipartCompleted(text)) throw new S3Error(operation, 200, errorCode(text));
    return "sent";
  }

  return {
    name,
    async send(file, pause) {
      const key = prefix + file.path;
      try {
        if (await isThere(key, file)) return "known";
        if (file.size > partBytes) return await putParts(key, file, pause);
        await putWhole(key, file);
        return "sent";
      } catch (error) {
        throw toDeliveryError(error);
      }
    },
    async check() {
      const query = { "list-type": "2", prefix };
      try {
        await readText({ operation: "ListObjectsV2", method: "GET", query });
      } catch (error) {
        throw toDeliveryError(error);
      }
    },
  };
}
