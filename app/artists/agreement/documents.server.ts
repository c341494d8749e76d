/** Where signed documents are kept. What is there once is never written over. */
export interface Documents {
  /** Keeps a PDF. @returns whether nothing was there under that key. @throws what the store throws. */
  keep: (key: string, pdf: Uint8Array) => Promise<boolean>;
  read: (key: string) => Promise<Uint8Array | undefined>;
  /** Takes back one that nobody was told of. */
  remove: (key: string) => Promise<void>;
}

/** A new key in the bucket for a document: whatever is signed at once has one of its own. */
export const newDocumentKey = (artistId: string, requestId: string, id: string) =>
  `agreements/${artistId}/${requestId}/${id}.pdf`;

/** What is needed of a bucket. */
interface Bucket {
  put(
    key: string,
    bytes: Uint8Array,
    options: {
      onlyIf: { etagDoesNotMatch: string };
      httpMetadata: { contentType: string };
    },
  ): Promise<object | null>;
  get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>;
  delete(key: string): Promise<void>;
}

/** The documents of a bucket. */
export function bucketDocuments(bucket: Bucket): Documents {
  return {
    async keep(key, pdf) {
      const newObject = await bucket.put(key, pdf, {
        // R2 decides this in the write itself.
        onlyIf: { etagDoesNotMatch: "*" },
        httpMetadata: { contentType: "application/pdf" },
      });
      return newObject !== null;
    },
    async read(key) {
      const object = await bucket.get(key);
      return object ? new Uint8Array(await object.arrayBuffer()) : undefined;
    },
    remove: (key) => bucket.delete(key),
  };
}
