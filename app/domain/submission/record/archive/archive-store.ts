/** Where the details of archived submissions lie. */
export interface ArchiveStore {
  /** @returns undefined where there is none. */
  read: (key: string) => Promise<string | undefined>;
  write: (key: string, text: string) => Promise<void>;
  remove: (key: string) => Promise<void>;
}

const FOLDER = "archive/";

export const archiveKey = (submissionId: string) => `${FOLDER}${submissionId}.json`;

interface Bucket {
  get(key: string): Promise<{ text(): Promise<string> } | null>;
  put(key: string, text: string, options: object): Promise<object | null>;
  delete(key: string): Promise<void>;
}

/** An archive in a bucket. */
export function bucketArchive(bucket: Bucket): ArchiveStore {
  return {
    read: async (key) => (await bucket.get(key))?.text(),
    async write(key, text) {
      await bucket.put(key, text, { httpMetadata: { contentType: "application/json" } });
    },
    remove: (key) => bucket.delete(key),
  };
}
