import { makeZip, predictLength } from "client-zip";
import { hex } from "~/platform/formats/hex";
import type { PackagedFile } from "./package-files";

/** The bytes of a stored file; undefined where it is not there. */
type ReadFile = (file: PackagedFile) => Promise<ReadableStream<Uint8Array> | undefined>;

/** A package: where everything in it lies, and what is written beside its files. */
interface ReleasePackage {
  /** The one folder that it unpacks to. */
  folder: string;
  files: readonly PackagedFile[];
  /** Texts by their file names. */
  texts: Readonly<Record<string, string>>;
  /** What its entries are dated. */
  at: Date;
}

/** As `sha256sum -c` reads it. */
const MANIFEST = "manifest-sha256.txt";
const NO_HASH = "0".repeat(64);

const manifestOf = (hashes: ReadonlyMap<string, string>) =>
  [...hashes].map(([path, hash]) => `${hash}  ${path}\n`).join("");

/** Passes bytes on and tells their SHA-256 once all have gone by. */
async function* hashing(bytes: AsyncIterable<Uint8Array>, tell: (hash: string) => void) {
  const digest = new crypto.DigestStream("SHA-256");
  const writer = digest.getWriter();
  for await (const chunk of bytes) {
    await writer.write(chunk);
    yield chunk;
  }
  await writer.close();
  tell(hex(await digest.digest));
}

/**
 * A zip of stored files (nothing is compressed: sound and pictures hardly shrink) with their texts and,
 * last, the SHA-256 of each. Its bytes are made as they are read, so that it takes the same memory
 * whatever its size; and its length is known from the beginning, so that a download that breaks off is
 * seen to be short.
 * @returns a stream that fails where a file is not there any more.
 */
export function releasePackage(read: ReadFile, { folder, files, texts, at }: ReleasePackage) {
  const encoded = Object.entries(texts).map(
    ([path, text]) => [path, new TextEncoder().encode(text)] as const,
  );
  const hashes = new Map<string, string>();
  const entry = (path: string) => ({ name: `${folder}/${path}`, lastModified: at });
  const paths = [...files.map(({ path }) => path), ...encoded.map(([path]) => path)];
  const manifest = manifestOf(new Map(paths.map((path) => [path, NO_HASH])));
  const sizes = [
    ...files.map(({ path, size }) => ({ ...entry(path), size })),
    ...encoded.map(([path, { length: size }]) => ({ ...entry(path), size })),
    { ...entry(MANIFEST), size: new TextEncoder().encode(manifest).length },
  ];

  async function* entries() {
    for (const file of files) {
      const { path, size, sha256 } = file;
      const stream = await read(file);
      if (!stream) throw new Error(`A file of the package is not there: ${file.uploadId}`);
      hashes.set(path, sha256 ?? NO_HASH);
      const input = sha256 ? stream : hashing(stream, (hash) => hashes.set(path, hash));
      yield { ...entry(path), input, size };
    }
    for (const [path, bytes] of encoded) {
      hashes.set(path, hex(await crypto.subtle.digest("SHA-256", bytes)));
      yield { ...entry(path), input: bytes, size: bytes.length };
    }
    yield { ...entry(MANIFEST), input: manifestOf(hashes) };
  }

  const length = Number(predictLength(sizes));
  const body = makeZip(entries()).pipeThrough(new FixedLengthStream(length));
  return { body, length };
}
