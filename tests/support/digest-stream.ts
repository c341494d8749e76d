import { createHash } from "node:crypto";

/** What workerd calls `crypto.DigestStream`, for tests that run its callers in Node. */
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

/** Gives Node the digest stream that workers have. */
export function installDigestStream(): void {
  Object.assign(crypto, { DigestStream: NodeDigestStream });
}

/** What workerd calls `FixedLengthStream`: its readable side breaks where the length is another. */
class NodeFixedLengthStream extends TransformStream<Uint8Array, Uint8Array> {
  constructor(length: number) {
    let bytesLeft = length;
    super({
      transform(chunk, controller) {
        bytesLeft -= chunk.length;
        // What is written is used again: the other side gets bytes of its own.
        controller.enqueue(chunk.slice());
      },
      flush() {
        if (bytesLeft !== 0) throw new Error(`${bytesLeft} bytes short of the fixed length`);
      },
    });
  }
}

/** Gives Node the streams of known length that workers have. */
export function installFixedLengthStream(): void {
  Object.assign(globalThis, { FixedLengthStream: NodeFixedLengthStream });
}
