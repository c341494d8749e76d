import { PIECE_STEP_BYTES } from "../pieces";
import type { StorageBackendName } from "../storage-backend";

/** Of so many answers the fastest and the soonest count: they tell of the link, the others of its traffic. */
const SAMPLES = 10;
/** Twice what the link holds, so that the server's own work leaves no gap in it, and the rate is found soon. */
const GAIN = 2;
/** The window while nothing is known: what a slow link carries in a few seconds. */
const FIRST_WINDOW_BYTES = 256 * 1024;
/** The rate is still being found out while the last answers have raised it by so much. */
const GROWTH = 1.25;
const GROWTH_SAMPLES = 3;
/** How long one request takes to leave. Browsers send one that was cut again as a whole, without a word. */
const REQUEST_MS = 300;
const MIN_REQUEST_BYTES = 64 * 1024;
/**
 * A part goes whole where it takes less than this: a cut takes all of it, where pieces stay. Straight to
 * storage it is worth more, since pieces take the longer way by this site.
 */
const WHOLE_PART_MS: Record<StorageBackendName, number> = { own: 600, s3: 2_500 };
/** The slowest link that is reckoned with before anything was measured; bytes per second. */
const SLOWEST_RATE = 50_000;
/** A link may fall to this share of its rate before its silence counts as standing still. */
const FALLEN = 0.5;

/** How far the delivery was when a request began: times of the last request answered by then. */
export interface Departure {
  deliveredBytes: number;
  leftAt: number;
  answeredAt: number;
}

/**
 * How many bytes may be on their way at once, as congestion control reckons it: what the link delivers
 * in a second times the seconds that an answer takes. See docs/uploads.md, "How much is on its way at
 * once?". Times in milliseconds, rates in bytes of the link per second.
 */
export class SendWindow {
  private delivery: Departure = { deliveredBytes: 0, leftAt: 0, answeredAt: 0 };
  private rates: number[] = [];
  private latencies: number[] = [];

  /**
   * @param answerMs how long an answer took while nothing was on its way. Later ones wait behind bytes
   * that systems have taken and the link has not.
   */
  constructor(
    private readonly carrier: StorageBackendName,
    private readonly answerMs: number,
  ) {}

  /**
   * Notes that the bytes of a request begin to leave.
   * @param isAlone whether nothing else is on its way: the time since the last answer was no sending.
   */
  depart(at: number, isAlone: boolean): Departure {
    return isAlone ? { ...this.delivery, leftAt: at, answeredAt: at } : this.delivery;
  }

  /**
   * Notes that the server has answered a request.
   * @param request `leftAt`: when the last of its `bytes` had left.
   */
  acknowledge(
    departure: Departure,
    { leftAt, at, bytes }: { leftAt: number; at: number; bytes: number },
  ): void {
    const deliveredBytes = this.delivery.deliveredBytes + bytes;
    this.delivery = { deliveredBytes, leftAt, answeredAt: at };
    // The longer of both: answers that were held up come at once, and so leave bytes that fill buffers.
    const ms = Math.max(1, leftAt - departure.leftAt, at - departure.answeredAt);
    const rate = ((deliveredBytes - departure.deliveredBytes) / ms) * 1_000;
    this.rates = [...this.rates, rate].slice(-SAMPLES);
    this.latencies = [...this.latencies, at - leftAt].slice(-SAMPLES);
  }

  /**
   * Notes what has arrived before a cut, where no answer has come so far.
   * @param ms since the first byte left.
   */
  noteArrived(bytes: number, ms: number): void {
    if (this.rates.length === 0 && bytes > 0 && ms > 0) this.rates = [(bytes / ms) * 1_000];
  }

  /** What the link delivers; undefined until an answer shows it. */
  rate(): number | undefined {
    return this.rates.length > 0 ? Math.max(...this.rates) : undefined;
  }

  /** How many bytes may wait for their answers while the next request begins. */
  bytes(): number {
    const rate = this.rate();
    if (rate === undefined) return FIRST_WINDOW_BYTES;
    const product = (rate * Math.min(this.answerMs, ...this.latencies)) / 1_000;
    // An answer is for a whole request, so all of one waits beside what the link holds.
    return this.requestBytes() + GAIN * product;
  }

  /** What the link may carry: while it is being found out, more than was seen. */
  private expectedRate(): number {
    const rate = this.rate() ?? 0;
    const isGrowing = rate >= GROWTH * Math.max(0, ...this.rates.slice(0, -GROWTH_SAMPLES));
    return isGrowing ? GAIN * rate : rate;
  }

  /** The most bytes of one request. */
  requestBytes(): number {
    const steps = Math.floor((this.expectedRate() * REQUEST_MS) / 1_000 / PIECE_STEP_BYTES);
    return Math.max(MIN_REQUEST_BYTES, steps * PIECE_STEP_BYTES);
  }

  /** Whether a cut would cost so little that parts may go whole. */
  takesWholeParts(partSize: number): boolean {
    return (partSize / this.expectedRate()) * 1_000 < WHOLE_PART_MS[this.carrier];
  }

  /** How long `bytes` that have left may still be under way; see `FileRequest.drainMs`. */
  drainMs(bytes: number): number {
    const rate = this.rate();
    return (bytes / (rate ? rate * FALLEN : SLOWEST_RATE)) * 1_000;
  }
}
