import { createSHA256 } from "hash-wasm";
import { type Hasher, hashFileAndParts } from "./hash-file";
import { openCopySink } from "./local-copies.client";
import { plainHasher } from "./plain-hash.client";
import {
  handleWorkerRequests,
  type IngestRequest,
  type IngestResult,
  ingestRequestSchema,
} from "./worker-messages.client";

/** WebAssembly is four times as fast, but iOS's lockdown mode has none. */
async function createHasher(): Promise<Hasher> {
  try {
    const hash = await createSHA256();
    return {
      update: (bytes) => void hash.update(bytes),
      digest() {
        const digest = hash.digest("binary");
        hash.init();
        return digest;
      },
    };
  } catch {
    return plainHasher();
  }
}

async function ingest(
  { file, partSize, copyAs }: IngestRequest,
  onProgress: (bytes: number) => void,
): Promise<IngestResult> {
  const copy = copyAs === null ? undefined : await openCopySink(copyAs);
  const others = copy ? [copy.write] : [];
  const listeners = { whole: await createHasher(), part: await createHasher(), others };
  try {
    const hashes = await hashFileAndParts(file, partSize, listeners, onProgress);
    return { type: "done", ...hashes, copied: (await copy?.end()) ?? false };
  } catch (error) {
    await copy?.drop();
    throw error;
  }
}

handleWorkerRequests(ingestRequestSchema, ingest);
