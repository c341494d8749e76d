import { PIECE_STEP_BYTES } from "../pieces";
import type { StorageBackendName } from "../storage-backend";
import { PART_BYTES, partSizeFor } from "../upload-plan";
import { createNetworkHealth, createRateMeter } from "./network-health";
import { maxConcurrentRequests, openLanes } from "./upload-scheduler";
import { LONGEST_PIECE_BYTES } from "./work-list";

const KIB = 1024;
/** The shortest on a link that was not cut yet; on others a step is, since all of it may go again. */
const LEAST_UNCUT_BYTES = 64 * KIB;
/** Before anything was measured. */
const FIRST_BYTES = 256 * KIB;

/** A piece takes so long at most, */
const PIECE_MS = 400;
/**
 * and at most this share of the time between two cuts: the server keeps what has arrived of a piece
 * that is cut, yet browsers send one anew by themselves when a connection that they had used before
 * is cut, and tell nobody.
 */
const PIECE_SHARE_OF_LIFE = 1 / 16;
/** A piece takes as long as its answer, so that two of them fill the link; */
const PIECES_PER_ANSWER = 1;
/** an answer takes no longer than this by itself: the rest of the time it waits for our own bytes. */
const LONGEST_ANSWER_MS = 1_000;

/**
 * Bytes of the next pieces: 16 KiB to 1 MiB, the shorter the more often the link is cut, yet long
 * enough that a few of them fill the link while one is answered.
 * @param rate bytes per second, if measured.
 * @param lifeMs time between cuts, if there were any.
 * @param answerMs time an answer takes, if there were any.
 */
export function pieceSize(
  rate: number | undefined,
  lifeMs: number | undefined,
  answerMs = 0,
): number {
  if (rate === undefined) return FIRST_BYTES;
  const answer = Math.min(answerMs, LONGEST_ANSWER_MS);
  const pieceMs = Math.min(PIECE_MS, (lifeMs ?? Number.POSITIVE_INFINITY) * PIECE_SHARE_OF_LIFE);
  const least = lifeMs === undefined ? LEAST_UNCUT_BYTES : PIECE_STEP_BYTES;
  return wholeSteps(rate, Math.max(pieceMs, answer / PIECES_PER_ANSWER), least);
}

/** The bytes that pass in `ms`, in whole steps of a piece. */
function wholeSteps(rate: number, ms: number, least: number): number {
  const steps = Math.floor((rate * ms) / 1_000 / PIECE_STEP_BYTES);
  return Math.min(LONGEST_PIECE_BYTES, Math.max(least, steps * PIECE_STEP_BYTES));
}

/** A part takes about this time: longer saves few calls, and a cut costs half of it. */
const PART_SECONDS = 2;

/**
 * The part size to ask for, in bytes: larger on links that have shown to be fast.
 * @param rate bytes per second of the last file, if one was sent.
 */
export function preferredPartSize(rate: number | undefined): number {
  return rate === undefined ? PART_BYTES : partSizeFor(rate * PART_SECONDS);
}

/** The slowest link that is reckoned with before anything was measured; bytes per second. */
const SLOWEST_RATE = 50_000;
/** How long `bytes` that have left the browser may be under way on a link that nothing is known of. */
export const slowestDrainMs = (bytes: number) => (bytes / SLOWEST_RATE) * 1_000;

/** A link may fall to this share of its rate before its silence counts as standing still. */
const FALLEN = 0.5;
/**
 * A part that takes longer goes in pieces, cut or no cut: browsers send a request anew by themselves
 * when a connection that they had used before is cut, all of it, and tell nobody.
 */
const SHORT_PART_MS: Record<StorageBackendName, number> = {
  own: 1_500,
  // What goes straight to storage is worth more risk than the way through our own origin, by which
  // pieces go: a cut takes all of it, 4 % of 60 MB, where 2 % are the most that a cut now and then
  // may cost on a link of 8 Mbit/s. It goes whole from 14 Mbit/s on.
  s3: 3_000,
};
/**
 * The next request begins so long before the one before it has left: starting one takes a while,
 * and browsers tell of progress 20 times a second only.
 */
const OVERLAP_MS = 80;
/**
 * On a link that is cut no more is under way than this share of its life carries, or one request
 * that sends beside those that wait: what lies in the buffers of systems is lost with it, and
 * browsers send what has no answer again.
 */
const RISKED_SHARE_OF_LIFE = 1 / 40;
const WAITING = 1;
/** The first answer may take so long: the server wakes up for it, and the page is busy with the file. */
const FIRST_ANSWER_MS = 1_000;
/** How much one answer counts for what answers take: slow ones come in bursts, and cost most. */
const SLOWER_COUNTS = 0.5;
const FASTER_COUNTS = 0.1;

/** How one file goes over its link: how fast, how much at a time, in parts or in pieces. */
export type TransferStrategy = ReturnType<typeof createTransferStrategy>;

/**
 * Measures and decides for one file. `partSize` in bytes, times in milliseconds.
 * @param carrier by which whole parts go: straight to storage they are worth more than by our origin.
 */
export function createTransferStrategy(partSize: number, carrier: StorageBackendName) {
  const rate = createRateMeter();
  const lanes = openLanes();
  const health = createNetworkHealth();

  const msFor = (bytes: number) => {
    const bytesPerSecond = rate.carried();
    return bytesPerSecond ? (bytes / bytesPerSecond) * 1_000 : undefined;
  };
  const partMs = () => msFor(partSize);
  const shortMs = SHORT_PART_MS[carrier];
  // Until something was measured a link counts as slow.
  const isShort = () => (partMs() ?? shortMs) < shortMs;
  let answerMs: number | undefined;

  /** How many requests of `ms` each a cut may cost. */
  function risked(at: number, sending: number, ms: number | undefined): number {
    const lifeMs = health.lifeMs(at);
    if (lifeMs === undefined || ms === undefined) return Number.POSITIVE_INFINITY;
    return Math.max(sending + WAITING, Math.floor((lifeMs * RISKED_SHARE_OF_LIFE) / ms));
  }

  return {
    partMs,
    begin: (at: number) => rate.begin(at),
    /** Bytes move: `total` have left the browser or are held. */
    moved(at: number, total: number): void {
      health.carries(at);
      rate.moved(at, total);
      // By what is acknowledged: buffers take bytes faster than any link.
      lanes.saw(at, rate.carried(), partMs());
    },
    acknowledged(at: number, bytes: number): void {
      health.carries(at);
      rate.acknowledged(at, bytes);
    },
    /** An answer came so long after the last byte had left. */
    answered(ms: number): void {
      const before = answerMs ?? ms;
      answerMs = before + (ms - before) * (ms > before ? SLOWER_COUNTS : FASTER_COUNTS);
    },
    /** @param failures how often the part has failed in a row. */
    failed(at: number, cut: boolean, failures: number): void {
      if (cut || failures > 1) health.cut(at, partMs(), failures);
      lanes.failed(at, health.lifeMs(at));
    },
    /** Bytes of a piece, while parts are to go in pieces. */
    pieceBytes(at: number): number | undefined {
      if (!health.inPieces(at, partMs()) && isShort()) return undefined;
      return pieceSize(rate.carried(), health.lifeMs(at), answerMs);
    },
    /** How many requests may send at a time, and how many may be under way, answers included. */
    capacity(at: number, most: number): { sending: number; underWay: number } {
      const sending = Math.min(lanes.count(), Math.max(1, most));
      const ms = msFor(this.pieceBytes(at) ?? partSize);
      const waitMs = OVERLAP_MS + (answerMs ?? FIRST_ANSWER_MS);
      return {
        sending,
        underWay: Math.min(risked(at, sending, ms), maxConcurrentRequests(sending, ms, waitMs)),
      };
    },
    /** Bytes that a request may have left to send when the next one begins. */
    overlap(): number {
      return ((rate.carried() ?? 0) * OVERLAP_MS) / 1_000;
    },
    /** How long `bytes` that have left may still be under way; see `FileRequest.drainMs`. */
    drainMs(bytes: number): number {
      const bytesPerSecond = rate.carried();
      return bytesPerSecond ? (bytes / (bytesPerSecond * FALLEN)) * 1_000 : slowestDrainMs(bytes);
    },
    rate: () => rate.shown(),
    /** Seconds that `bytes` take at the speed of the last while; undefined before it is known. */
    secondsFor(bytes: number): number | undefined {
      const steady = rate.steady();
      return steady ? bytes / steady : undefined;
    },
    carried: () => rate.carried(),
  };
}
