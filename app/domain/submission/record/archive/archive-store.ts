/** Where the details of archived submissions lie. */
export interface ArchiveStore {
  /** @returns undefined where there is none. */
  read: (key: string) => Promise<string | undefined>;
  /** @returns false where the key exists. */
  write: (key: string, text: string) => Promise<boolean>;
}

/** Each time has a file of its own, so that two sweeps cannot overwrite each other's. */
export const archiveKey = (submissionId: string, archivedAt: string) =>
  `archive/${submissionId}/${archivedAt}.json`;

interface Bucket {
  get(key: string): Promise<{ text(): Promise<string> } | null>;
  put(key: string, text: string, options: object): Promise<object | null>;
}

/** An archive in a bucket. */
export function bucketArchive(bucket: Bucket): ArchiveStore {
  return {
    read: async (key) => (await bucket.get(key))?.text(),
    async write(key, text) {
      const newObject = await bucket.put(key, text, {
        // Atomic: R2 checks it within the write.
        onlyIf: { etagDoesNotMatch: "*" },
        httpMetadata: { contentType: "application/json" },
      });
      return newObject !== null;
    },
  };
}
