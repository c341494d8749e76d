import type { BackupStore, Bytes } from "./backup-files";
import { putInParts } from "./read-parts";

/** R2 removes as many objects in one call. */
const KEYS_PER_CALL = 1_000;

export class BucketStore implements BackupStore {
  constructor(
    private readonly bucket: R2Bucket,
    readonly label: string,
  ) {}

  async has(name: string): Promise<boolean> {
    return (await this.bucket.head(name)) !== null;
  }

  async write(name: string, bytes: Bytes): Promise<void> {
    await putInParts(this.bucket, name, bytes);
  }

  async *read(name: string): AsyncGenerator<Uint8Array> {
    const object = await this.bucket.get(name);
    if (!object) throw new Error(`${this.label} has no ${name}.`);
    for await (const chunk of object.body) yield new Uint8Array(chunk);
  }

  async remove(names: readonly string[]): Promise<void> {
    for (let from = 0; from < names.length; from += KEYS_PER_CALL)
      await this.bucket.delete(names.slice(from, from + KEYS_PER_CALL));
  }
}
