import { createHash, randomUUID } from "node:crypto";

/** The refusals of a bucket, by S3's own codes, each with its status and what it says. */
export const REFUSALS = {
  EntityTooSmall: [400, "A part but the last is smaller than 5 MiB."],
  InvalidArgument: [400, "Part numbers go from 1 to 10,000."],
  InvalidPart: [400, "A part was not found, its etag differs, or the parts differ in size."],
  InvalidPartOrder: [400, "The parts are not in ascending order."],
  InvalidRange: [416, "The range begins behind the end of the object."],
  MalformedXML: [400, "The body is not what the operation asks for."],
  NoSuchKey: [404, "There is no object of this key."],
  NoSuchUpload: [404, "There is no such upload; it may have been aborted or completed."],
} as const;

/** Thrown for a call that a bucket refuses. */
export class Refused extends Error {
  constructor(readonly code: keyof typeof REFUSALS) {
    super(code);
  }
}

export interface StoredObject {
  bytes: Buffer;
  contentType: string;
  /** Without quotes: the MD5 of its bytes or, where it was joined, of its parts' MD5s with their number. */
  etag: string;
  modifiedAt: Date;
}

interface Upload {
  key: string;
  contentType: string;
  parts: Map<number, { bytes: Buffer; etag: string }>;
}

const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_PART_NUMBER = 10_000;

const md5 = (bytes: Buffer) => createHash("md5").update(bytes).digest("hex");

/**
 * One bucket in memory, by the rules of R2: those of S3, parts but the last all of one size, and a
 * joined upload is gone.
 * @param maxKeys how many keys one page of a list holds.
 */
export function memoryBucket(maxKeys: number) {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, Upload>();

  function uploadOf(key: string, uploadId: string): Upload {
    const upload = uploads.get(uploadId);
    if (upload?.key !== key) throw new Refused("NoSuchUpload");
    return upload;
  }

  return {
    openUploads: () => [...uploads.keys()],
    put(key: string, bytes: Buffer, contentType: string): string {
      const etag = md5(bytes);
      objects.set(key, { bytes, contentType, etag, modifiedAt: new Date() });
      return etag;
    },
    get(key: string): StoredObject {
      const object = objects.get(key);
      if (!object) throw new Refused("NoSuchKey");
      return object;
    },
    /** Nothing to delete is no error. */
    delete: (key: string) => void objects.delete(key),
    /** A page in the order of the keys' bytes. @param after the last key of the page before. */
    list(prefix: string, after?: string) {
      const all = [...objects.keys()]
        .filter((key) => key.startsWith(prefix))
        .map((key) => Buffer.from(key))
        .filter((key) => after === undefined || key.compare(Buffer.from(after)) > 0)
        .sort((a, b) => a.compare(b))
        .map(String);
      return { keys: all.slice(0, maxKeys), truncated: all.length > maxKeys };
    },
    open(key: string, contentType: string): string {
      const uploadId = randomUUID().replaceAll("-", "");
      uploads.set(uploadId, { key, contentType, parts: new Map() });
      return uploadId;
    },
    putPart(key: string, uploadId: string, number: number, bytes: Buffer): string {
      const { parts } = uploadOf(key, uploadId);
      if (!(Number.isInteger(number) && number >= 1 && number <= MAX_PART_NUMBER))
        throw new Refused("InvalidArgument");
      const etag = md5(bytes);
      parts.set(number, { bytes, etag });
      return etag;
    },
    /** Joins the named parts and forgets all others. */
    join(key: string, uploadId: string, namedParts: { number: number; etag: string }[]): string {
      const { parts, contentType } = uploadOf(key, uploadId);
      if (namedParts.length === 0) throw new Refused("MalformedXML");
      if (
        namedParts.some(({ number }, at) => at > 0 && number <= (namedParts[at - 1]?.number ?? 0))
      )
        throw new Refused("InvalidPartOrder");
      const partBytes = namedParts.map(({ number, etag }) => {
        const part = parts.get(number);
        if (part?.etag !== etag) throw new Refused("InvalidPart");
        return part.bytes;
      });
      const whole = partBytes.slice(0, -1);
      if (whole.some(({ length }) => length < MIN_PART_BYTES)) throw new Refused("EntityTooSmall");
      if (new Set(whole.map(({ length }) => length)).size > 1) throw new Refused("InvalidPart");
      const sums = Buffer.concat(namedParts.map(({ etag }) => Buffer.from(etag, "hex")));
      const etag = `${md5(sums)}-${namedParts.length}`;
      objects.set(key, {
        bytes: Buffer.concat(partBytes),
        contentType,
        etag,
        modifiedAt: new Date(),
      });
      uploads.delete(uploadId);
      return etag;
    },
    abort(key: string, uploadId: string): void {
      uploadOf(key, uploadId);
      uploads.delete(uploadId);
    },
  };
}
