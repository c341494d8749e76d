import type { StorageBackend } from "~/domain/uploads/storage-backend";

/** R2's error for a multipart upload that does not exist. */
const UPLOAD_NOT_FOUND = "The specified multipart upload does not exist. (10024)";

/** A bucket in memory, for tests with very many calls. It accepts bytes, no streams. */
export function memoryCarrier() {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>();
  const openUploads = new Map<string, Map<number, Uint8Array<ArrayBuffer>>>();
  let openCount = 0;
  const findParts = (multipartId: string) => {
    const parts = openUploads.get(multipartId);
    if (!parts) throw new Error(UPLOAD_NOT_FOUND);
    return parts;
  };
  const readBytes = async (body: ReadableStream | Uint8Array) =>
    new Uint8Array(await new Response(body as BodyInit).arrayBuffer());
  const carrier: StorageBackend = {
    name: "own",
    bucketName: "in-memory",
    async open() {
      openCount += 1;
      openUploads.set(`multipart-${openCount}`, new Map());
      return `multipart-${openCount}`;
    },
    partUrl: async () => "/",
    async putPart(_key, multipartId, number, body) {
      const bytes = await readBytes(body);
      findParts(multipartId).set(number, bytes);
      return `etag-${number}`;
    },
    async join(key, multipartId, parts) {
      const storedParts = findParts(multipartId);
      const bytes = parts.flatMap(({ number }) => storedParts.get(number) ?? []);
      objects.set(key, new Uint8Array(Buffer.concat(bytes)));
      openUploads.delete(multipartId);
    },
    async abort(_key, multipartId) {
      openUploads.delete(multipartId);
    },
    size: async (key) => objects.get(key)?.length,
    async read(key, range) {
      const bytes = objects.get(key);
      if (!bytes) return undefined;
      const part = range ? bytes.slice(range.offset, range.offset + range.length) : bytes;
      return new Blob([part]).stream() as ReadableStream<Uint8Array>;
    },
    async put(key, body) {
      objects.set(key, await readBytes(body));
    },
    async remove(...keys) {
      for (const key of keys) objects.delete(key);
    },
    list: async (prefix) => [...objects.keys()].filter((key) => key.startsWith(prefix)),
    problem: (error) =>
      error instanceof Error && error.message === UPLOAD_NOT_FOUND ? "gone" : undefined,
  };
  return { carrier, objects, open: openUploads };
}
