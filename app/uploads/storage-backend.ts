/** A part as it is known by its number and the name that storage gave to its bytes. */
export interface StoredPart {
  number: number;
  etag: string;
}

/** A part as the plan has it: its number, from 1, and its bytes. */
interface PlannedPart {
  number: number;
  length: number;
}

/** What a part's link is made for. */
interface PartLinkTarget {
  id: string;
  key: string;
  multipartId: string;
}

/** The ways to a bucket: through our own origin and the R2 binding, or straight to storage by S3. */
export const STORAGE_BACKENDS = ["own", "s3"] as const;

export type StorageBackendName = (typeof STORAGE_BACKENDS)[number];

/**
 * A bucket and the way bytes get into it. Both ways keep the same promises, and the rest of the
 * portal knows no more of the bucket than this. Lengths and offsets are in bytes.
 */
export interface StorageBackend {
  name: StorageBackendName;
  bucketName: string;
  /** Opens a multipart upload for an object; answers its id. */
  open(key: string, contentType: string): Promise<string>;
  /**
   * The absolute or root-relative address that one part is PUT to, until it expires. Nothing but a
   * body of just that length is taken there, or counted.
   */
  partUrl(upload: PartLinkTarget, part: PlannedPart, expires: Date): Promise<string>;
  /** Stores a part from the server's side (script-free posts, joins, copies); answers its etag. */
  putPart(
    key: string,
    multipartId: string,
    number: number,
    body: ReadableStream | Uint8Array,
    length: number,
  ): Promise<string>;
  /** Makes the object of its parts, which may come in any order. */
  join(key: string, multipartId: string, parts: StoredPart[]): Promise<void>;
  /** Gives up a multipart upload and what it holds; one that is gone does not matter. */
  abort(key: string, multipartId: string): Promise<void>;
  /** The bytes of a stored object, or undefined when there is none. */
  size(key: string): Promise<number | undefined>;
  /** The bytes of a stored object, or undefined when there is none. */
  read(
    key: string,
    range?: { offset: number; length: number },
  ): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Stores a whole small object. */
  put(key: string, body: ReadableStream | Uint8Array, length: number): Promise<void>;
  /** Removes objects; those that are gone do not matter. */
  remove(...keys: string[]): Promise<void>;
  /** The keys that begin with the prefix, all of them. */
  list(prefix: string): Promise<string[]>;
  /** What is wrong when the failure is the upload's and not the bucket's: it has ended, or its
   *  parts do not make a file. Undefined for anything else. */
  problem(error: unknown): "gone" | "parts" | undefined;
}
