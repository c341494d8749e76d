import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** Linux's file system in memory. */
const IN_MEMORY = "/dev/shm";
/** Enough for databases and files of several apps at once. */
const ROOM_BYTES = 4e9;

/**
 * The folder for databases and buckets of tests: in memory where there is room, since every write to a
 * disk would wait for it.
 */
export function quickFolder(): string {
  if (process.env.STORES_ON_DISK) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ROOM_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    // It does not exist.
    return tmpdir();
  }
}
