import { COPIES_FOLDER } from "./local-copies";

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
export interface CopySink {
  write(bytes: Uint8Array<ArrayBuffer>, at: number): void;
  /** @returns whether the whole copy is there. */
  end(): boolean;
}

/**
 * Opens a copy for writing, in a worker. Undefined where there is no such storage, where it is
 * refused, and while another tab writes the same copy.
 */
export async function openCopySink(name: string): Promise<CopySink | undefined> {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(COPIES_FOLDER, { create: true });
    const handle = await folder.getFileHandle(name, { create: true });
    if (!isOpenable(handle)) return undefined;
    const access = await handle.createSyncAccessHandle();
    return sink(access, () => void folder.removeEntry(name).catch(() => undefined));
  } catch {
    return undefined;
  }
}

function sink(access: SyncAccess, remove: () => void): CopySink {
  let open = true;

  function attempt(work: () => boolean): void {
    if (!open) return;
    try {
      if (work()) return;
    } catch {
      // Full, or taken away: the file itself goes on being read.
    }
    open = false;
    try {
      access.close();
    } catch {
      // Closed already.
    }
    remove();
  }

  attempt(() => {
    access.truncate(0);
    return true;
  });
  return {
    write: (bytes, at) => attempt(() => access.write(bytes, { at }) === bytes.length),
    end() {
      attempt(() => {
        access.flush();
        access.close();
        return true;
      });
      return open;
    },
  };
}
