import { createHash } from "node:crypto";

/** Workerd's `crypto.DigestStream`, for tests that run in Node. */
class NodeDigestStream extends WritableStream<Uint8Array> {
  readonly digest: Promise<ArrayBuffer>;
  constructor(algorithm: string) {
    const hash = createHash(algorithm.replace("-", ""));
    let resolveDigest: (digest: ArrayBuffer) => void = () => {};
    const digest = new Promise<ArrayBuffer>((resolve) => {
      resolveDigest = resolve;
    });
    super({
      write: (chunk) => void hash.update(chunk),
      close: () => resolveDigest(new Uint8Array(hash.digest()).buffer),
    });
    this.digest = digest;
  }
}

/** Installs `crypto.DigestStream` in Node. */
export function installDigestStream(): void {
  Object.assign(crypto, { DigestStream: NodeDigestStream });
}

/** Workerd's `FixedLengthStream`: its readable side fails where the length differs. */
class NodeFixedLengthStream extends TransformStream<Uint8Array, Uint8Array> {
  constructor(length: number) {
    let bytesLeft = length;
    super({
      transform(chunk, controller) {
        bytesLeft -= chunk.length;
        // Copied, because the writer reuses its buffer.
        controller.enqueue(chunk.slice());
      },
      flush() {
        if (bytesLeft !== 0) throw new Error(`${bytesLeft} bytes short of the fixed length`);
      },
    });
  }
}

/** Installs `FixedLengthStream` in Node. */
export function installFixedLengthStream(): void {
  Object.assign(globalThis, { FixedLengthStream: NodeFixedLengthStream });
}
