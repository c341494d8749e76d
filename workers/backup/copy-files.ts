import { createHash } from "node:crypto";
import type { CopyDeps, Next, Progress } from "./copy-progress";
import { contentName, filesChunk, readFilesChunk, readManifest, type StoredFile } from "./snapshot";

/** So many files, or bytes, are copied before the progress is kept. */
const FILES_PER_STEP = 25;
const BYTES_PER_STEP = 500_000_000;

/** Copies a file. @returns undefined where it was deleted meanwhile. */
async function copyObject(
  { stores, files }: CopyDeps,
  { key }: R2Object,
): Promise<StoredFile | undefined> {
  const object = await stores.FILES.get(key);
  if (!object) return undefined;
  const { size, etag, body, httpMetadata = {}, customMetadata = {} } = object;
  const hash = createHash("sha256");
  async function* hashedBytes() {
    for await (const chunk of body) {
      hash.update(chunk);
      yield new Uint8Array(chunk);
    }
  }
  await files.write(contentName({ key, etag }), hashedBytes());
  const texts = Object.entries(httpMetadata).filter(([, value]) => typeof value === "string");
  return {
    key,
    size,
    etag,
    sha256: hash.digest("hex"),
    httpMetadata: Object.fromEntries(texts),
    customMetadata,
  };
}

/**
 * The files of the previous snapshot up to a key.
 * @param firstChunk where to begin in its list.
 * @returns the files by their keys, and where the list goes on after a key.
 */
async function readPrevious(
  { files }: CopyDeps,
  previous: string | null,
  { firstChunk, lastKey }: { firstChunk: number; lastKey: string },
) {
  const found = new Map<string, StoredFile>();
  const lastKeys: string[] = [];
  const { chunks } =
    previous === null ? { chunks: 0 } : (await readManifest(files, previous)).files;
  for (let number = firstChunk; previous !== null && number <= chunks; number++) {
    const stored = await readFilesChunk(files, previous, number);
    for (const file of stored) found.set(file.key, file);
    const last = stored.at(-1)?.key ?? "";
    lastKeys.push(last);
    if (last >= lastKey) break;
  }
  const chunkAfter = (key: string) => {
    const index = lastKeys.findIndex((last) => last > key);
    return firstChunk + (index === -1 ? lastKeys.length : index);
  };
  return { found, chunkAfter };
}

/** Lists the next files, and copies those that the previous snapshot does not have. */
export async function copyFiles(
  deps: CopyDeps,
  progress: Progress,
  { afterKey, previousChunk }: Next<"files">,
): Promise<Progress> {
  const page = await deps.stores.FILES.list({
    ...(afterKey && { startAfter: afterKey }),
    include: ["httpMetadata", "customMetadata"],
  });
  const lastListed = page.objects.at(-1);
  if (!lastListed) return { ...progress, next: { kind: "finish" } };
  const { found, chunkAfter } = await readPrevious(deps, progress.previous, {
    firstChunk: previousChunk,
    lastKey: lastListed.key,
  });
  const stored: StoredFile[] = [];
  let [copied, copiedBytes, lastKey] = [0, 0, afterKey];
  for (const object of page.objects) {
    if (copied >= FILES_PER_STEP || copiedBytes >= BYTES_PER_STEP) break;
    lastKey = object.key;
    const earlier = found.get(object.key);
    if (earlier?.etag === object.etag) {
      stored.push(earlier);
      continue;
    }
    const file = await copyObject(deps, object);
    if (!file) continue;
    copied += 1;
    copiedBytes += file.size;
    stored.push(file);
  }
  const { files } = progress;
  const chunks = files.chunks + Number(stored.length > 0);
  if (stored.length > 0)
    await deps.files.writeText(
      filesChunk(progress.id, chunks),
      stored.map((file) => `${JSON.stringify(file)}\n`).join(""),
    );
  const isEnd = !page.truncated && lastKey === lastListed.key;
  return {
    ...progress,
    files: {
      count: files.count + stored.length,
      bytes: files.bytes + stored.reduce((sum, { size }) => sum + size, 0),
      copied: files.copied + copied,
      chunks,
    },
    next: isEnd
      ? { kind: "finish" }
      : { kind: "files", afterKey: lastKey, previousChunk: chunkAfter(lastKey) },
  };
}
