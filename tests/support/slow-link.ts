import { performance } from "node:perf_hooks";
import { pause } from "./delay-line";
import { TokenBucket } from "./token-bucket";

const KB = 1024;
/** Beyond what the delay keeps on the way, so much of a request may sit in the proxy. */
const HELD = 64 * KB;
/** What a delay may keep on the way where no rate limits it. */
const HELD_UNLIMITED = 1024 * KB;

/** A link to imitate. What is left out is as good as the machine's own. */
export interface LinkSpec {
  upBytesPerSecond?: number;
  downBytesPerSecond?: number;
  roundTripMs?: number;
}

/** Bytes per second of so many megabits per second. */
export const megabits = (perSecond: number) => (perSecond * 1e6) / 8;

/** One direction of a link, shared by everything that goes over it. */
export class LinkDirection {
  private readonly bucket: TokenBucket;
  /** The most bytes of one request that may be on the way at a time. */
  readonly room: number;

  constructor(
    private readonly bytesPerSecond = Number.POSITIVE_INFINITY,
    /** Milliseconds a byte is on the way. */
    readonly delayMs = 0,
  ) {
    this.bucket = new TokenBucket(bytesPerSecond);
    const onTheWay = delayMs === 0 ? 0 : (bytesPerSecond * delayMs) / 1000;
    this.room = Math.min(HELD_UNLIMITED, HELD + onTheWay);
  }

  /** Pieces that pass in about 20 ms each, so that several requests share a slow link evenly. */
  *pieces(chunk: Buffer): Iterable<Buffer> {
    const size = Math.max(KB, Math.min(16 * KB, Math.floor(this.bytesPerSecond / 50)));
    for (let at = 0; at < chunk.length; at += size) yield chunk.subarray(at, at + size);
  }

  /** Waits for so many bytes' turn. @returns when they arrive, in ms of `performance.now()`. */
  async pass(bytes: number): Promise<number> {
    await pause(this.bucket.take(bytes, performance.now()));
    return performance.now() + this.delayMs;
  }
}

/** Both directions of a link of that shape. */
export function createLink({ upBytesPerSecond, downBytesPerSecond, roundTripMs = 0 }: LinkSpec): {
  up: LinkDirection;
  down: LinkDirection;
} {
  const half = roundTripMs / 2;
  return {
    up: new LinkDirection(upBytesPerSecond, half),
    down: new LinkDirection(downBytesPerSecond, half),
  };
}
