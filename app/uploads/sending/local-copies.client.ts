import { COPIES_FOLDER, hasRoomFor } from "./local-copies";

/** Undefined where the browser has no such storage, or refuses it, as some do in private windows. */
async function folder(): Promise<FileSystemDirectoryHandle | undefined> {
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
    const file = await (await (await folder())?.getFileHandle(name))?.getFile();
    return file?.size === size ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Removes a copy. One that is still being written stays until the next start. */
export async function removeCopy(name: string): Promise<void> {
  await (await folder())?.removeEntry(name).catch(() => undefined);
}

/** Removes every copy that is not among `wanted`. */
export async function removeOtherCopies(wanted: ReadonlySet<string>): Promise<void> {
  const copies = await folder();
  if (!copies) return;
  const names: string[] = [];
  for await (const name of copies.keys()) names.push(name);
  for (const name of names) if (!wanted.has(name)) await removeCopy(name);
}

/** Whether there is room for a copy, by what the browser says. */
export async function mayCopy(size: number): Promise<boolean> {
  try {
    return hasRoomFor(size, await navigator.storage.estimate());
  } catch {
    return true;
  }
}

let asked = false;

/** Asks the browser, once, not to clear away what lies in its storage. */
export function askToPersist(): void {
  if (asked) return;
  asked = true;
  navigator.storage?.persist?.().catch(() => undefined);
}
