import { PIECE_STEP_BYTES } from "../../pieces";
import type { StorageBackendName } from "../../storage-backend";
import type { UploadState } from "../../upload-state";
import { OFFLINE_TEXT } from "../retries.client";

/** Below this the speed is shown more steadily than it is. */
const SMOOTH_MS = 5_000;
/** The time left is told by the speed of about so long. */
const STEADY_MS = 15_000;
/** A stop counts for no more than this: how long it lasts says nothing about the speed after it. */
const LONGEST_TICK_MS = 2_000;
/** Ticks closer than this are taken together: they tell of buffers, not of the link. */
const TICK_MS = 250;
/** So many acknowledgements make the measure that decisions go by. */
const KEPT = 8;

/** How fast bytes get through. Times in milliseconds, rates in bytes per second. */
interface Rate {
  /** Bytes are on their way again from now on, after a stop or for the first time. */
  begin(at: number): void;
  /** `total` bytes have left by now; fewer than before means that some have to go again. */
  moved(at: number, total: number): void;
  /** The server has said that it has `bytes` more. */
  acknowledged(at: number, bytes: number): void;
  /** For people: smooth, with what has only left the browser. */
  shown(): number | undefined;
  /** For the time left: steadier still, so that a link in fits and starts makes no leaps of it. */
  steady(): number | undefined;
  /** For decisions: acknowledged bytes alone, since a system takes more than a link carries. */
  carried(): number | undefined;
}

/** Measures one file's way. */
export function createRateMeter(): Rate {
  let last: { at: number; total: number } | undefined;
  let smooth: number | undefined;
  let steady: { bytes: number; ms: number } | undefined;
  let began: number | undefined;
  let acks: { from: number; at: number; bytes: number }[] = [];

  return {
    begin(at) {
      began = at;
      last = undefined;
    },
    moved(at, total) {
      if (!last || total < last.total) {
        last = { at, total };
        return;
      }
      const ms = at - last.at;
      if (ms < TICK_MS) return;
      const bytes = total - last.total;
      const now = (bytes / ms) * 1_000;
      smooth = smooth === undefined ? now : now + (smooth - now) * Math.exp(-ms / SMOOTH_MS);
      const tickMs = Math.min(ms, LONGEST_TICK_MS);
      const fade = Math.exp(-tickMs / STEADY_MS);
      steady = {
        bytes: (steady?.bytes ?? 0) * fade + bytes,
        ms: (steady?.ms ?? 0) * fade + tickMs,
      };
      last = { at, total };
    },
    acknowledged(at, bytes) {
      const from = began ?? at;
      began = at;
      acks = [...acks, { from, at, bytes }].slice(-KEPT);
    },
    shown: () => smooth,
    steady: () => (steady && steady.bytes > 0 ? (steady.bytes / steady.ms) * 1_000 : undefined),
    carried() {
      const ms = acks.reduce((sum, { from, at }) => sum + at - from, 0);
      const bytes = acks.reduce((sum, ack) => sum + ack.bytes, 0);
      return ms > 0 ? (bytes / ms) * 1_000 : undefined;
    },
  };
}

/** The page is told when nothing has moved for so long, beside what our own bytes take; */
const QUIET_MS = 3_000;
const LONGEST_QUIET_MS = 12_000;

/** Watches whether bytes move at all. */
export class StallDetector {
  private lastMoved: number;
  private bytes = 0;

  /** @param now milliseconds, as in {@link isStill}. */
  constructor(now: number) {
    this.lastMoved = now;
  }

  /**
   * Whether nothing has moved for too long.
   * @param bytes that have left or are held by now.
   * @param drainMs how long what has left may be under way without a sign.
   */
  isStill(at: number, bytes: number, drainMs: number): boolean {
    // What a cut takes back is no movement.
    if (bytes > this.bytes) this.lastMoved = at;
    this.bytes = bytes;
    return at - this.lastMoved > Math.min(LONGEST_QUIET_MS, QUIET_MS + drainMs);
  }
}

/** The slowest link that is reckoned with before anything was measured; bytes per second. */
const SLOWEST_RATE = 50_000;
/** How long `bytes` that have left the browser may be under way on a link that nothing is known of. */
export const slowestDrainMs = (bytes: number) => (bytes / SLOWEST_RATE) * 1_000;

/** A link may fall to this share of its rate before its silence counts as standing still. */
const FALLEN = 0.5;

/**
 * A part goes whole where it takes less than this: a cut takes all of it, where pieces stay. Straight
 * to storage it is worth more, since pieces take the longer way by this site.
 */
const WHOLE_PART_MS: Record<StorageBackendName, number> = { own: 1_500, s3: 3_000 };
/** So long after a cut everything goes in pieces, */
const CAREFUL_MS = 60_000;
/**
 * that take this long: browsers send a request anew by themselves when a connection that they had used
 * before is cut, and tell nobody. With requests of whole parts, 19 MB at 0.4 Mbit/s, cut every 10 s,
 * had 29 % sent again.
 */
const CAREFUL_REQUEST_MS = 400;

/** How fast one file goes over its link. Times in milliseconds. */
export class LinkSpeed {
  /** What moves on the link, */
  private readonly wire = createRateMeter();
  /** and what that is of the file, which may be more: compressed bytes stand for more of it. */
  private readonly file = createRateMeter();
  private cutAt: number | undefined;
  private acknowledgedBytes = 0;

  constructor(private readonly carrier: StorageBackendName) {}

  /** Bytes are on their way again, after a stop or for the first time. */
  begin(at: number): void {
    this.wire.begin(at);
    this.file.begin(at);
  }

  /**
   * @param out bytes on the link that have left and are not acknowledged.
   * @param fileTotal bytes of the file that have left or are stored.
   */
  moved(at: number, out: number, fileTotal: number): void {
    this.wire.moved(at, this.acknowledgedBytes + out);
    this.file.moved(at, fileTotal);
  }

  /** The server has answered a request that took `bytes` on the link. */
  acknowledged(at: number, bytes: number): void {
    this.acknowledgedBytes += bytes;
    this.wire.acknowledged(at, bytes);
  }

  /** A request was cut, or has failed. */
  cut(at: number): void {
    this.cutAt = at;
  }

  /** Whether a cut would cost so little that parts may go whole. */
  takesWholeParts(at: number, partSize: number): boolean {
    if (this.wasCut(at)) return false;
    const rate = this.carried();
    return rate !== undefined && (partSize / rate) * 1_000 < WHOLE_PART_MS[this.carrier];
  }

  /** The most bytes of one request, on a link that was cut of late. */
  requestBytes(at: number): number | undefined {
    const rate = this.carried();
    if (rate === undefined || !this.wasCut(at)) return undefined;
    const steps = Math.floor((rate * CAREFUL_REQUEST_MS) / 1_000 / PIECE_STEP_BYTES);
    return Math.max(1, steps) * PIECE_STEP_BYTES;
  }

  private wasCut(at: number): boolean {
    return this.cutAt !== undefined && at - this.cutAt < CAREFUL_MS;
  }

  /** How long `bytes` that have left may still be under way; see `FileRequest.drainMs`. */
  drainMs(bytes: number): number {
    const rate = this.carried();
    return rate ? (bytes / (rate * FALLEN)) * 1_000 : slowestDrainMs(bytes);
  }

  /** For people, in bytes of the link per second. */
  shown(): number | undefined {
    return this.wire.shown();
  }

  /** For decisions, in bytes of the link per second. */
  carried(): number | undefined {
    return this.wire.carried();
  }

  /** Seconds that `bytes` of the file take at the speed of the last while. */
  secondsFor(bytes: number): number | undefined {
    const steady = this.file.steady();
    return steady ? bytes / steady : undefined;
  }
}

/** What the page is told while a file is sent. */
export function sendingState(
  speed: LinkSpeed,
  { stored, inFlight, size }: { stored: number; inFlight: number; size: number },
  { isStill, isInTrouble }: { isStill: boolean; isInTrouble: boolean },
): Partial<UploadState> {
  const quiet = { stored, inFlight, rate: undefined, secondsLeft: undefined };
  // What is told of a failure stays until it is over.
  if (isInTrouble) return quiet;
  const over = { tries: undefined, cause: undefined, text: undefined };
  // All of it is there: what is left of its pieces is the server's to join.
  if (stored === size) return { ...quiet, ...over, phase: "checking" };
  if (isStill) return { ...quiet, ...over, phase: "waiting", text: OFFLINE_TEXT };
  const secondsLeft = speed.secondsFor(size - stored - inFlight);
  return { ...over, phase: "sending", stored, inFlight, rate: speed.shown(), secondsLeft };
}
