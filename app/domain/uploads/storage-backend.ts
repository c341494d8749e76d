export interface StoredPart {
  number: number;
  etag: string;
}

/** Numbers start at 1. */
interface PlannedPart {
  number: number;
  length: number;
}

interface PartLinkTarget {
  id: string;
  key: string;
  multipartId: string;
}

/** Through this site and the R2 binding, or directly to storage by S3. */
export const STORAGE_BACKENDS = ["own", "s3"] as const;

export type StorageBackendName = (typeof STORAGE_BACKENDS)[number];

/**
 * A bucket with two ways to send bytes to it; the only interface to storage. Lengths and offsets
 * are in bytes.
 */
export interface StorageBackend {
  name: StorageBackendName;
  bucketName: string;
  /** Starts a multipart upload. @returns its id. */
  open(key: string, contentType: string): Promise<string>;
  /**
   * The address to PUT one part to, until it expires; it accepts only a body of exactly its length.
   */
  partUrl(upload: PartLinkTarget, part: PlannedPart, expires: Date): Promise<string>;
  /** Stores a part from the server. @returns its etag. */
  putPart(
    key: string,
    multipartId: string,
    number: number,
    body: ReadableStream | Uint8Array,
    length: number,
  ): Promise<string>;
  /** Completes a multipart upload; parts in any order. */
  join(key: string, multipartId: string, parts: StoredPart[]): Promise<void>;
  /** Ignores one that is gone. */
  abort(key: string, multipartId: string): Promise<void>;
  size(key: string): Promise<number | undefined>;
  /** Undefined if there is no such object. */
  read(
    key: string,
    range?: { offset: number; length: number },
  ): Promise<ReadableStream<Uint8Array> | undefined>;
  put(key: string, body: ReadableStream | Uint8Array, length: number): Promise<void>;
  remove(...keys: string[]): Promise<void>;
  /** All keys with a prefix. */
  list(prefix: string): Promise<string[]>;
  /** Whether an error means that the upload has ended or that its parts do not fit. */
  problem(error: unknown): "gone" | "parts" | undefined;
}
