import { createHash } from "node:crypto";

/** What workerd calls `crypto.DigestStream`, for tests that run its callers in Node. */
class NodeDigestStream extends WritableStream<Uint8Array> {
  readonly digest: Promise<ArrayBuffer>;
  constructor(algorithm: string) {
    const hash = createHash(algorithm.replace("-", ""));
    let settle: (digest: ArrayBuffer) => void = () => {};
    const digest = new Promise<ArrayBuffer>((resolve) => {
      settle = resolve;
    });
    super({
      write: (chunk) => void hash.update(chunk),
      close: () => settle(new Uint8Array(hash.digest()).buffer),
    });
    this.digest = digest;
  }
}

/** Gives Node the digest stream that workers have. */
export function installDigestStream(): void {
  Object.assign(crypto, { DigestStream: NodeDigestStream });
}
