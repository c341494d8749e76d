/** The folder of this site's own storage on the device where copies lie, each by a name of its own. */
const COPIES_FOLDER = "uploads";

/** What is left to the browser and the rest of the site when a copy is made, in bytes. */
const RESERVED_BYTES = 32 * 1024 * 1024;

/**
 * Whether a copy of `size` bytes is worth beginning, by the browser's own estimate of its storage.
 * Without one it is: writing tells.
 */
export function hasRoomFor(
  size: number,
  { quota, usage }: { quota?: number; usage?: number },
): boolean {
  return quota === undefined || quota - (usage ?? 0) >= size + RESERVED_BYTES;
}

/** Undefined where the browser has no such storage, or refuses it, as some do in private windows. */
async function openFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(COPIES_FOLDER, { create: true });
  } catch {
    return undefined;
  }
}

/** The copy of that name, if it has exactly `size` bytes. */
export async function findCopy(name: string, size: number): Promise<File | undefined> {
  try {
    const file = await (await (await openFolder())?.getFileHandle(name))?.getFile();
    return file?.size === size ? file : undefined;
  } catch {
    return undefined;
  }
}

/** A worker that was ended in the middle of a copy keeps it open for a moment. */
const REMOVAL_RETRY_MS = [200, 1_000, 5_000];

/** Removes a copy. One that is still being written then stays until the next start. */
export async function removeCopy(name: string): Promise<void> {
  const copies = await openFolder();
  if (!copies) return;
  for (const pauseMs of REMOVAL_RETRY_MS) {
    const isGone = await copies.removeEntry(name).then(() => true, isMissing);
    if (isGone) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  await copies.removeEntry(name).catch(() => undefined);
}

const isMissing = (error: unknown) =>
  error instanceof DOMException && error.name === "NotFoundError";

/** Removes every copy that is not among `keep`. */
export async function removeOtherCopies(keepNames: ReadonlySet<string>): Promise<void> {
  const copies = await openFolder();
  if (!copies) return;
  const names: string[] = [];
  for await (const name of copies.keys()) names.push(name);
  for (const name of names) if (!keepNames.has(name)) await removeCopy(name);
}

/** Whether there is room for a copy, by what the browser says. */
export async function canCopy(size: number): Promise<boolean> {
  try {
    return hasRoomFor(size, await navigator.storage.estimate());
  } catch {
    return true;
  }
}

let hasRequestedPersistence = false;

/** Asks the browser, once, not to clear away what lies in its storage. */
export function requestPersistence(): void {
  if (hasRequestedPersistence) return;
  hasRequestedPersistence = true;
  navigator.storage?.persist?.().catch(() => undefined);
}

/** The part of FileSystemSyncAccessHandle that is used; only workers know it. */
interface SyncAccess {
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}
type Openable = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncAccess> };

const isOpenable = (handle: FileSystemFileHandle): handle is Openable =>
  "createSyncAccessHandle" in handle;

/** A copy being written. Never throws: a copy that fails is dropped, and nothing else suffers. */
interface CopySink {
  write(bytes: Uint8Array<ArrayBuffer>, at: number): void;
  /** @returns whether the whole copy is there; of one that failed nothing is left then. */
  end(): Promise<boolean>;
  /** Gives it up: nothing of it is left. */
  drop(): Promise<void>;
}

/**
 * Opens a copy for writing, in a worker. Undefined where there is no such storage, or it is refused,
 * wholly or for writing: then no empty file is left either.
 */
export async function openCopySink(name: string): Promise<CopySink | undefined> {
  const copies = await openFolder();
  if (!copies) return undefined;
  const remove = () => copies.removeEntry(name).catch(() => undefined);
  try {
    const handle = await copies.getFileHandle(name, { create: true });
    if (isOpenable(handle)) return createSink(await handle.createSyncAccessHandle(), remove);
  } catch {
    // Private windows, and storage that is full.
  }
  await remove();
  return undefined;
}

function createSink(access: SyncAccess, remove: () => Promise<unknown>): CopySink {
  let removal: Promise<unknown> | undefined;

  function attempt(operation: () => boolean): void {
    if (removal) return;
    try {
      if (operation()) return;
    } catch {
      // Full, or taken away: the file itself goes on being read.
    }
    discard();
  }

  function discard(): void {
    try {
      access.close();
    } catch {
      // Closed already.
    }
    removal ??= remove();
  }

  attempt(() => {
    access.truncate(0);
    return true;
  });
  return {
    write: (bytes, at) => attempt(() => access.write(bytes, { at }) === bytes.length),
    async end() {
      attempt(() => {
        access.flush();
        access.close();
        return true;
      });
      if (removal) await removal;
      return removal === undefined;
    },
    async drop() {
      discard();
      await removal;
    },
  };
}
