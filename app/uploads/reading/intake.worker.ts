import { createSHA256 } from "hash-wasm";
import { openCopySink } from "./local-copies.client";
import { type Hasher, readOnce } from "./one-pass";
import { plainHasher } from "./plain-hash.client";
import {
  answerOrders,
  type IntakeDone,
  type IntakeOrder,
  intakeOrderSchema,
} from "./worker-orders.client";

/** Four times as fast as plain script, wherever WebAssembly may run: not in iOS's lockdown mode. */
async function hasher(): Promise<Hasher> {
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

async function take(
  { file, partSize, copyAs }: IntakeOrder,
  onProgress: (bytes: number) => void,
): Promise<IntakeDone> {
  const copy = copyAs === null ? undefined : await openCopySink(copyAs);
  const others = copy ? [copy.write] : [];
  const listeners = { whole: await hasher(), part: await hasher(), others };
  const hashes = await readOnce(file, partSize, listeners, onProgress);
  return { type: "done", ...hashes, copied: copy?.end() ?? false };
}

answerOrders(intakeOrderSchema, take);
