import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** A file system in memory, where Linux has one. */
const IN_MEMORY = "/dev/shm";
/** Databases and files of several apps at once. */
const ROOM_BYTES = 4e9;

/**
 * Where databases and buckets of tests lie: in memory where there is room, since each write of theirs
 * waits for the disk otherwise, which takes most of the time of what asks a database a lot.
 */
export function quickFolder(): string {
  if (process.env.STORES_ON_DISK) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ROOM_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    // There is none.
    return tmpdir();
  }
}
