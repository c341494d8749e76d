import { createReadStream, createWriteStream } from "node:fs";
import { access, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { BackupStore, Bytes } from "../../backup/backup-files";

export class FolderStore implements BackupStore {
  constructor(readonly label: string) {}

  has(name: string): Promise<boolean> {
    return access(join(this.label, name)).then(
      () => true,
      () => false,
    );
  }

  async write(name: string, bytes: Bytes): Promise<void> {
    const path = join(this.label, name);
    await mkdir(dirname(path), { recursive: true });
    await pipeline(bytes, createWriteStream(`${path}.part`, { mode: 0o600 }));
    await rename(`${path}.part`, path);
  }

  async *read(name: string): AsyncGenerator<Uint8Array> {
    yield* createReadStream(join(this.label, name)) as AsyncIterable<Uint8Array>;
  }

  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) await rm(join(this.label, name), { force: true });
  }
}
