import type { StorageBackendName } from "../storage-backend";
import { partRange } from "../upload-plan";
import type { FileJob } from "./file-job.client";
import { sendUnit, type UnitResult } from "./send-unit.client";
import type { UploadDeps } from "./transport";
import type { SendUnit } from "./work-list";

/**
 * A request that has stood still for so long, while one that began after its last byte was answered,
 * is not waiting for the link: browsers have been seen to keep one behind a cut until its time limit.
 */
const OVERTAKEN_MS = 1_000;

/** A part or a piece on its way. */
export interface InFlightRequest {
  unit: SendUnit;
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
export interface InFlightObserver {
  onLanded(flight: InFlightRequest, landing: UnitResult): void;
  /** Bytes have left. */
  onMoved(flight: InFlightRequest): void;
}

/** The upload whose bytes fly. */
interface FlightPlan {
  upload: { partSize: number; carrier: StorageBackendName };
  job: Pick<FileJob, "file" | "bytes">;
  /** How long so many bytes that have left may be under way; see `FileRequest.drainMs`. */
  pace: { drainMs(bytes: number): number };
}

/** The requests of one upload that carry bytes just now. */
export class InFlightRequests {
  private readonly flights = new Set<InFlightRequest>();
  /** When the latest of those that were answered had begun. */
  private answeredBegan = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly deps: Pick<UploadDeps, "transport" | "pause" | "now">,
    private readonly plan: FlightPlan,
    private readonly signal: AbortSignal,
    private readonly observer: InFlightObserver,
  ) {}

  private sum(of: (flight: InFlightRequest) => number): number {
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
    // Whether a browser sends it at all shows by another that passes it.
    const unsent = this.isOneUnsent() ? 1 : 0;
    // One more may begin when another is about to have left: side by side they would end together,
    // and the link would then wait for all their answers.
    if (this.sending(0) - unsent > sending) return false;
    if (this.sending(overlap) - unsent >= sending) return false;
    return this.count() - unsent < underWay;
  }

  /** Whether of one nothing has left for longer than what is before it takes: others may pass it. */
  private isOneUnsent(): boolean {
    const now = this.deps.now();
    return [...this.flights].some((flight) => {
      if (flight.bytesOut > 0) return false;
      const before = this.sum(({ unit, began }) => (began < flight.began ? unit.size : 0));
      return now - flight.began > OVERTAKEN_MS + this.plan.pace.drainMs(before);
    });
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
  launch(unit: SendUnit, link: string): void {
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
    const flight: InFlightRequest = { unit, source, began, bytesOut: 0, movedAt: began, stop };
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
