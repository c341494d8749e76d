/** In the origin private file system. */
const COPIES_FOLDER = "uploads";

/** Left free for the browser and the rest of the site. */
const RESERVED_BYTES = 32 * 1024 * 1024;

/** Whether a copy of `size` bytes fits, by the browser's estimate; true without one. */
export function hasRoomFor(size: number, { quota, usage }: { quota?: number; usage?: number }) {
  return quota === undefined || quota - (usage ?? 0) >= size + RESERVED_BYTES;
}

/** Undefined where the browser has no such storage, or forbids it, as in private windows. */
async function openFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(COPIES_FOLDER, { create: true });
  } catch {
    return undefined;
  }
}

export async function findCopy(name: string, size: number): Promise<File | undefined> {
  try {
    const file = await (await (await openFolder())?.getFileHandle(name))?.getFile();
    return file?.size === size ? file : undefined;
  } catch {
    return undefined;
  }
}

/** A terminated worker keeps its copy open for a moment. */
const REMOVAL_RETRY_MS = [200, 1_000, 5_000];

/** Removes a copy. One that is still open stays until the next start. */
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

export async function removeOtherCopies(keepNames: ReadonlySet<string>): Promise<void> {
  const copies = await openFolder();
  if (!copies) return;
  const names: string[] = [];
  for await (const name of copies.keys()) names.push(name);
  for (const name of names) if (!keepNames.has(name)) await removeCopy(name);
}

export async function canCopy(size: number): Promise<boolean> {
  try {
    return hasRoomFor(size, await navigator.storage.estimate());
  } catch {
    return true;
  }
}

let hasRequestedPersistence = false;

/** Asks the browser once to keep its storage. */
export function requestPersistence(): void {
  if (hasRequestedPersistence) return;
  hasRequestedPersistence = true;
  navigator.storage?.persist?.().catch(() => undefined);
}

/** FileSystemSyncAccessHandle, which only the types of workers have. */
interface SyncAccess {
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  truncate(size: number): unknown;
  flush(): void;
  close(): unknown;
}
type Openable = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncAccess> };

const isOpenable = (handle: FileSystemFileHandle): handle is Openable =>
  "createSyncAccessHandle" in handle;

/**
 * Empties a new copy. iOS before 16.4 does so by a promise, and empties the copy once more when it is
 * opened again (WebKit's bug 250495): a copy there would take room and time for nothing. Chrome 102 to
 * 107 has promises, too; there the same file is asked for instead.
 */
async function canBeReopened(access: SyncAccess): Promise<boolean> {
  const emptied = access.truncate(0);
  if (!(emptied instanceof Promise)) return true;
  await emptied;
  await access.close();
  return false;
}

/** Writes a copy. Never throws: a failed copy is removed. */
interface CopySink {
  write(bytes: Uint8Array<ArrayBuffer>, at: number): void;
  /** @returns whether the copy is complete; a failed one is removed. */
  end(): Promise<boolean>;
  drop(): Promise<void>;
}

/** Opens a copy for writing, in a worker; undefined where storage cannot be used. */
export async function openCopySink(name: string): Promise<CopySink | undefined> {
  const copies = await openFolder();
  if (!copies) return undefined;
  const remove = () => copies.removeEntry(name).catch(() => undefined);
  try {
    const handle = await copies.getFileHandle(name, { create: true });
    const access = isOpenable(handle) ? await handle.createSyncAccessHandle() : undefined;
    if (access && (await canBeReopened(access))) return createSink(access, remove);
  } catch {
    // Private windows, and full storage.
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
      // Full or removed; the file itself is still read.
    }
    discard();
  }

  function discard(): void {
    try {
      access.close();
    } catch {
      // Already closed.
    }
    removal ??= remove();
  }

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
