import type { CarrierName } from "../carrier";
import { openLanes, requestsAtOnce } from "./lanes";
import { openLinkHealth } from "./link-health";
import { pieceSize } from "./piece-plan";
import { openRate } from "./rate";

/** The slowest link that is reckoned with before anything was measured; bytes per second. */
const SLOWEST_RATE = 50_000;
/** A link may fall to this share of its rate before its silence counts as standing still. */
const FALLEN = 0.5;
/**
 * A part that takes longer goes in pieces, cut or no cut: browsers send a request anew by themselves
 * when a connection that they had used before is cut, all of it, and tell nobody.
 */
const SHORT_PART_MS = 1_500;
/**
 * The next request begins so long before the one before it has left: starting one takes a while,
 * and browsers tell of progress 20 times a second only.
 */
const OVERLAP_MS = 80;
/** How much one answer counts for what answers take: slow ones come in bursts, and cost most. */
const SLOWER_COUNTS = 0.5;
const FASTER_COUNTS = 0.1;

/** How one file goes over its link: how fast, how much at a time, in parts or in pieces. */
export type Pace = ReturnType<typeof openPace>;

/**
 * Measures and decides for one file. `partSize` in bytes, times in milliseconds.
 * @param carrier parts that go straight to storage are worth more than pieces, which cannot.
 */
export function openPace(partSize: number, carrier: CarrierName) {
  const rate = openRate();
  const lanes = openLanes();
  const health = openLinkHealth();

  const msFor = (bytes: number) => {
    const carried = rate.carried();
    return carried ? (bytes / carried) * 1_000 : undefined;
  };
  const partMs = () => msFor(partSize);
  // Until something was measured a link counts as slow. What goes straight to storage cannot go in
  // pieces, and is worth more risk than the way through our own origin.
  const isShort = () => carrier === "s3" || (partMs() ?? SHORT_PART_MS) < SHORT_PART_MS;
  let answerMs: number | undefined;

  return {
    partMs,
    begin: (at: number) => rate.begin(at),
    /** Bytes move: `total` have left the browser or are held. */
    moved(at: number, total: number): void {
      health.carries(at);
      rate.moved(at, total);
      lanes.saw(at, rate.shown(), partMs());
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
      lanes.failed(at);
      if (cut || failures > 1) health.cut(at, partMs(), failures);
    },
    /** Bytes of a piece, while parts are to go in pieces. */
    pieceBytes(at: number): number | undefined {
      if (!health.inPieces(at, partMs()) && isShort()) return undefined;
      return pieceSize(rate.carried(), health.gapMs(), answerMs);
    },
    /** How many requests may send at a time, and how many may be under way, answers included. */
    room(at: number, most: number): { sending: number; underWay: number } {
      const sending = Math.min(lanes.count(), Math.max(1, most));
      const ms = msFor(this.pieceBytes(at) ?? partSize);
      const waitMs = OVERLAP_MS + (answerMs ?? 0);
      return { sending, underWay: requestsAtOnce(sending, ms, waitMs) };
    },
    /** Bytes that a request may have left to send when the next one begins. */
    overlap: () => ((rate.carried() ?? 0) * OVERLAP_MS) / 1_000,
    /** How long `bytes` that have left may still be under way; see `Send.drainMs`. */
    drainMs(bytes: number): number {
      const carried = rate.carried();
      return (bytes / (carried ? carried * FALLEN : SLOWEST_RATE)) * 1_000;
    },
    rate: () => rate.shown(),
    carried: () => rate.carried(),
  };
}
