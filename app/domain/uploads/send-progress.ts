import type { UploadState } from "./upload-state";

/** For a line that is cut, or that carries nothing. */
export const OFFLINE_TEXT = "Waiting for connection.";

/** Below this the speed is shown more steadily than it is. */
const SMOOTH_MS = 5_000;
/** The time left is told by the speed of about so long. */
const STEADY_MS = 15_000;
/** A stop counts for no more than this: how long it lasts says nothing about the speed after it. */
const LONGEST_TICK_MS = 2_000;
/** Ticks closer than this are taken together: they tell of buffers, not of the link. */
const TICK_MS = 250;

/** How fast bytes leave, as people are told it. Times in milliseconds, rates in bytes per second. */
interface Rate {
  /** Bytes are on their way again from now on, after a stop or for the first time. */
  begin(): void;
  /** `total` bytes have left by now; fewer than before means that some have to go again. */
  moved(at: number, total: number): void;
  /** Smooth. */
  shown(): number | undefined;
  /** For the time left: steadier still, so that a link in fits and starts makes no leaps of it. */
  steady(): number | undefined;
}

/** Measures one file's way. */
function createRateMeter(): Rate {
  let last: { at: number; total: number } | undefined;
  let smooth: number | undefined;
  let steady: { bytes: number; ms: number } | undefined;

  return {
    begin() {
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
    shown: () => smooth,
    steady: () => (steady && steady.bytes > 0 ? (steady.bytes / steady.ms) * 1_000 : undefined),
  };
}

/** The page is told when nothing has moved for so long, beside what our own bytes take; */
const QUIET_MS = 3_000;
const LONGEST_QUIET_MS = 12_000;

/** What the page is told of a file while it is sent. Times in milliseconds. */
export class SendProgress {
  /** What moves on the link, */
  private readonly wire = createRateMeter();
  /** and what that is of the file: compressed bytes stand for more of it. */
  private readonly file = createRateMeter();
  private lastBytes = 0;

  constructor(private movedAt: number) {}

  /** Bytes are on their way again, after a stop or for the first time. */
  begin(): void {
    this.wire.begin();
    this.file.begin();
  }

  /**
   * Notes what has left by now.
   * @param wire bytes of the link, stored ones included.
   * @param file what they are of the file.
   */
  noteMoved(at: number, { wire, file }: { wire: number; file: number }): void {
    this.wire.moved(at, wire);
    this.file.moved(at, file);
    // What a cut takes back is no movement.
    if (file > this.lastBytes) this.movedAt = at;
    this.lastBytes = file;
  }

  /** @param drainMs how long what has left may be under way without a sign. */
  state(
    at: number,
    { stored, inFlight, size }: { stored: number; inFlight: number; size: number },
    { drainMs, isInTrouble }: { drainMs: number; isInTrouble: boolean },
  ): Partial<UploadState> {
    const quiet = { stored, inFlight, rate: undefined, secondsLeft: undefined };
    // What is told of a failure stays until it is over.
    if (isInTrouble) return quiet;
    const noTrouble = { tries: undefined, cause: undefined, text: undefined };
    // All of it is there: what is left of its pieces is the server's to join.
    if (stored === size) return { ...quiet, ...noTrouble, phase: "checking" };
    if (at - this.movedAt > Math.min(LONGEST_QUIET_MS, QUIET_MS + drainMs))
      return { ...quiet, ...noTrouble, phase: "waiting", text: OFFLINE_TEXT };
    const steady = this.file.steady();
    const secondsLeft = steady && (size - stored - inFlight) / steady;
    return { ...quiet, ...noTrouble, phase: "sending", rate: this.wire.shown(), secondsLeft };
  }
}
