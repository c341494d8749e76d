import * as v from "valibot";
import type { CarrierName } from "../carrier";
import { partRange } from "../plan";
import type { FileJob } from "./file-job.client";
import {
  asksToWait,
  RefusedError,
  readAnswer,
  type Send,
  TransportError,
  type UploadDeps,
} from "./transport";
import type { Unit } from "./work-list";

/** Worth another try. */
export interface Again {
  kind: "again";
  text: string;
  /** Whether the connection was cut, rather than the server being unwell. */
  cut: boolean;
  /** It may have arrived all the same: the server is to be asked before it goes again. */
  doubtful: boolean;
  /** The server asked for a pause, which says nothing about the part. */
  busy: boolean;
  retryAfterMs?: number;
}

/** How sending a part or a piece ended. */
export type Landing =
  | { kind: "stored"; etag?: string }
  /** The server has the first `bytes` of the piece, and wants what follows them. */
  | { kind: "partial"; bytes: number }
  /** The link does not open any more; nothing is wrong with the part. */
  | { kind: "expired" }
  /** It stood still while others that began later were answered, and was given up. */
  | { kind: "overtaken" }
  | Again
  | { kind: "unreadable" }
  | { kind: "refused"; error: RefusedError };

/** Statuses by which those in between say that they do not know what became of a request. */
const LOST_BETWEEN = [502, 504, 520, 524];

const partReply = v.object({ number: v.number(), etag: v.string() });
const partialReply = v.object({ held: v.pipe(v.number(), v.integer(), v.minValue(1)) });
const pieceReply = v.object({ part: v.number(), offset: v.number(), size: v.number() });

/**
 * What an answer says of a unit. Storage itself answers with a header and no JSON; on our own
 * origin anything but JSON comes from somebody in between.
 */
function readLanding(
  unit: Unit,
  carrier: CarrierName,
  { body, etag }: { body: unknown; etag?: string },
): Landing {
  const unclear: Landing = {
    kind: "again",
    text: "Failed to parse server response",
    cut: false,
    doubtful: true,
    busy: false,
  };
  if (!unit.whole) {
    if (!v.is(pieceReply, body)) return unclear;
    return body.size < unit.size ? { kind: "partial", bytes: body.size } : { kind: "stored" };
  }
  if (carrier === "s3") return etag ? { kind: "stored", etag } : unclear;
  return v.is(partReply, body) ? { kind: "stored" } : unclear;
}

/** Whether bytes can be read: a file that has changed on disk gives none any more. */
async function canRead(bytes: Blob): Promise<boolean> {
  try {
    await bytes.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** The request that carries a unit. */
interface UnitRequest extends Pick<Send, "url" | "drainMs" | "onProgress" | "onSent"> {
  body: Blob;
  carrier: CarrierName;
}

/** Sends one unit, once. Never rejects. */
async function sendUnit(
  { transport }: Pick<UploadDeps, "transport">,
  unit: Unit,
  { carrier, ...request }: UnitRequest,
  signal: AbortSignal,
): Promise<Landing> {
  const { body } = request;
  if (body.size !== unit.size) return { kind: "unreadable" };
  const answer = await transport.send({ method: "PUT", ...request }, signal);
  if (answer.kind === "none") {
    const { text, sentAll: doubtful } = answer;
    // Browsers tell a file that has changed on disk from a lost connection only when it is read.
    if (!doubtful && !signal.aborted && !(await canRead(body))) return { kind: "unreadable" };
    return { kind: "again", text, cut: true, doubtful, busy: false };
  }
  const { status, retryAfterMs } = answer;
  if (status >= 200 && status < 300) return readLanding(unit, carrier, answer);
  if (status === 403) return { kind: "expired" };
  if (!unit.whole && v.is(partialReply, answer.body))
    return { kind: "partial", bytes: answer.body.held };
  try {
    readAnswer(answer, v.never());
  } catch (error) {
    if (error instanceof RefusedError) return { kind: "refused", error };
    if (error instanceof TransportError) {
      const doubtful = LOST_BETWEEN.includes(status);
      const busy = status === 429 || asksToWait({ status, retryAfterMs });
      return { kind: "again", text: error.message, cut: false, doubtful, retryAfterMs, busy };
    }
    throw error;
  }
  throw new Error("A refused part has an error");
}

/**
 * A request that has stood still for so long, while one that began after its last byte was answered,
 * is not waiting for the link: browsers have been seen to keep one behind a cut until its time limit.
 */
const OVERTAKEN_MS = 1_000;

/** A part or a piece on its way. */
export interface Flight {
  unit: Unit;
  /** What its bytes are read from. */
  source: Blob;
  /** When it began, in milliseconds. */
  began: number;
  /** Bytes that have left, and when the last of them did. */
  bytesOut: number;
  movedAt: number;
  /** When all had left, in milliseconds; the answer is still to come. */
  sentAt?: number;
  /** Gives it up. */
  stop: () => void;
}

/** Whom the flights tell. */
export interface FlightObserver {
  onLanded(flight: Flight, landing: Landing): void;
  /** Bytes have left. */
  onMoved(flight: Flight): void;
}

/** The upload whose bytes fly. */
interface FlightPlan {
  upload: { partSize: number; carrier: CarrierName };
  job: Pick<FileJob, "file" | "bytes">;
  /** How long so many bytes that have left may be under way; see `Send.drainMs`. */
  pace: { drainMs(bytes: number): number };
}

/** The requests of one upload that carry bytes just now. */
export class Flights {
  private readonly flights = new Set<Flight>();
  /** When the latest of those that were answered had begun. */
  private answeredBegan = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly deps: Pick<UploadDeps, "transport" | "now">,
    private readonly plan: FlightPlan,
    private readonly signal: AbortSignal,
    private readonly observer: FlightObserver,
  ) {}

  private sum(of: (flight: Flight) => number): number {
    return [...this.flights].reduce((total, flight) => total + of(flight), 0);
  }

  count(): number {
    return this.flights.size;
  }

  /**
   * Whether another may begin.
   * @param sending how many may have bytes left to send, `underWay` how many there may be at all.
   * @param overlap bytes that one which has almost left may have to go.
   */
  hasRoom(sending: number, underWay: number, overlap: number): boolean {
    // One more may begin when another is about to have left: side by side they would end together,
    // and the link would then wait for all their answers.
    if (this.sending(0) > sending || this.sending(overlap) >= sending) return false;
    return this.count() < underWay;
  }

  /** How many have more than so many bytes left to send. */
  private sending(bytes: number): number {
    return this.sum(({ sentAt, unit, bytesOut }) =>
      sentAt === undefined && unit.size - bytesOut > bytes ? 1 : 0,
    );
  }

  /** Bytes that have left and are not acknowledged. */
  bytesOut(): number {
    return this.sum(({ bytesOut }) => bytesOut);
  }

  /** @param link where the part goes, or its pieces. */
  launch(unit: Unit, link: string): void {
    const { deps, signal, observer } = this;
    const { upload, job, pace } = this.plan;
    const source = job.bytes();
    const began = deps.now();
    const own = new AbortController();
    let isOvertaken = false;
    const giveUp = () => own.abort();
    const stop = () => {
      isOvertaken = true;
      giveUp();
    };
    const flight: Flight = { unit, source, began, bytesOut: 0, movedAt: began, stop };
    this.flights.add(flight);
    signal.addEventListener("abort", giveUp, { once: true });
    const part = partRange(job.file.size, upload.partSize, unit.part);
    const start = (part?.start ?? 0) + unit.offset;
    const request = {
      carrier: unit.whole ? upload.carrier : ("own" as const),
      url: unit.whole ? link : `${link}&offset=${unit.offset}`,
      body: source.slice(start, start + unit.size),
      drainMs: pace.drainMs(this.sum((one) => one.unit.size)),
      onProgress(bytes: number) {
        flight.bytesOut = Math.min(bytes, unit.size);
        flight.movedAt = deps.now();
        observer.onMoved(flight);
      },
      onSent() {
        flight.bytesOut = unit.size;
        flight.sentAt = deps.now();
        observer.onMoved(flight);
      },
    };
    void sendUnit(deps, unit, request, own.signal).then((landing) => {
      signal.removeEventListener("abort", giveUp);
      this.flights.delete(flight);
      if (signal.aborted) return;
      if (landing.kind === "stored") this.answeredBegan = Math.max(this.answeredBegan, began);
      observer.onLanded(flight, isOvertaken ? { kind: "overtaken" } : landing);
    });
  }

  /** Gives up those that stand still while others pass them by. */
  dropOvertaken(): void {
    const now = this.deps.now();
    for (const { sentAt, movedAt, stop } of this.flights)
      if (sentAt === undefined && movedAt < this.answeredBegan && now - movedAt > OVERTAKEN_MS)
        stop();
  }
}
