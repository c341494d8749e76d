/** Store of signed documents. An existing key is never overwritten. */
export interface Documents {
  /** @returns false if the key exists. @throws what the bucket throws. */
  store: (key: string, pdf: Uint8Array) => Promise<boolean>;
  read: (key: string) => Promise<Uint8Array | undefined>;
  remove: (key: string) => Promise<void>;
}

/** A unique key, so that concurrent signatures do not collide. */
export const newDocumentKey = (artistId: string, requestId: string, id: string) =>
  `agreements/${artistId}/${requestId}/${id}.pdf`;

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

export function bucketDocuments(bucket: Bucket): Documents {
  return {
    async store(key, pdf) {
      const newObject = await bucket.put(key, pdf, {
        // Atomic: R2 checks it within the write.
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
