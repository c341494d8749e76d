import { throwIfAborted } from "~/platform/formats/abort";
import type { UploadState } from "../upload-state";
import {
  type ControlCalls,
  type ControlObserver,
  ControlRequests,
  type PartLinks,
} from "./control-requests.client";
import { FileChangedError, type FileJob, type Report } from "./file-job.client";
import {
  type InFlightObserver,
  type InFlightRequest,
  InFlightRequests,
} from "./in-flight-requests.client";
import { StallDetector } from "./network-health";
import { OFFLINE_TEXT, PartFailures, type RequestFailure, SharedBackoff } from "./retries.client";
import type { RetryableFailure, UnitResult } from "./send-unit.client";
import type { Opened } from "./server-calls.client";
import type { TransferStrategy } from "./transfer-strategy";
import { RefusedError, TransportError, type UploadDeps } from "./transport";
import type { SendUnit, WorkList } from "./work-list";

const RENEWALS = 2;
/** Bytes that still move after this time are more than the buffers on this side take. */
const MOVES_MS = 1_000;

/** Whether anything moves is looked at so often. */
const LOOK_MS = 500;
/** While a failure lasts, one request sends and one more may wait for its answer. */
const TRIED_AT_ONCE = 2;

/** What sending the parts of one upload works with. */
export interface PartsToSend {
  upload: Pick<Opened, "uploadId" | "partSize" | "carrier">;
  job: FileJob;
  work: WorkList;
  links: PartLinks;
  calls: ControlCalls;
  pace: TransferStrategy;
}

/** `recovering`: the file cannot be read, and its copy is looked for. */
type State = { name: "sending" } | { name: "recovering" } | { name: "failed"; error: unknown };

/**
 * Sends what the server does not have yet of an upload, in parts or pieces, and keeps what goes
 * wrong on the way from mattering.
 */
export class PartSender implements InFlightObserver, ControlObserver {
  private state: State = { name: "sending" };
  private readonly failures = new PartFailures();
  private readonly outage: SharedBackoff;
  private readonly flights: InFlightRequests;
  private readonly errands: ControlRequests;
  private readonly movement: StallDetector;
  /** Aborts with the signal, and when all is sent. */
  private readonly group = new AbortController();
  /** Ends the wait of a step. */
  private wake: () => void = () => {};

  /** @param patience failed tries in a row, with a connection, after which the failure is thrown. */
  constructor(
    private readonly deps: UploadDeps,
    private readonly parts: PartsToSend,
    private readonly signal: AbortSignal,
    private readonly report: Report,
    patience: number,
  ) {
    const group = this.group.signal;
    this.outage = new SharedBackoff(deps, group, patience, () => this.wake());
    this.flights = new InFlightRequests(deps, parts, group, this);
    this.errands = new ControlRequests(deps, parts, group, this);
    this.movement = new StallDetector(deps.now());
  }

  /**
   * Resolves when the server has all parts.
   * @throws RefusedError, FileChangedError, TransportError when patience ends, or the reason of `signal`.
   */
  async run(): Promise<void> {
    const { signal } = this;
    const stop = () => {
      this.group.abort();
      this.wake();
    };
    signal.addEventListener("abort", stop, { once: true });
    try {
      while (!this.parts.work.finished()) {
        throwIfAborted(signal);
        await this.step();
      }
    } finally {
      signal.removeEventListener("abort", stop);
      this.group.abort();
    }
  }

  /** Starts all that may start now, then waits until something has changed. */
  private async step(): Promise<void> {
    if (this.state.name === "failed") throw this.state.error;
    const change = new Promise<void>((resolve) => {
      this.wake = resolve;
    });
    this.flights.dropOvertaken();
    if (this.state.name === "sending" && !this.outage.isPausing()) {
      this.launch();
      this.errands.runDue(this.flights.count() > 0);
    }
    this.show();
    const stopLook = this.deps.later(LOOK_MS, () => this.wake());
    await change;
    stopLook();
  }

  private launch(): void {
    const { work, links, pace } = this.parts;
    const now = this.deps.now();
    const pieceBytes = pace.pieceBytes(now);
    this.errands.lookAhead(this.flights.count(), pace.partMs(), pieceBytes !== undefined);
    while (this.mayLaunch(now)) {
      const unit = work.next(pieceBytes);
      if (!unit) return;
      const link = links.get(unit.part, !unit.whole);
      if (link === undefined) {
        work.giveBack(unit);
        this.errands.getLinks([unit.part], !unit.whole);
        return;
      }
      if (this.flights.count() === 0) pace.begin(this.deps.now());
      this.flights.launch(unit, link);
    }
  }

  private mayLaunch(now: number): boolean {
    const { pace, job } = this.parts;
    const { sending, underWay } = pace.capacity(now, job.lanes());
    // After a failure one follows the other, until an answer shows that the link is back.
    const most = this.outage.lasts() ? Math.min(underWay, TRIED_AT_ONCE) : underWay;
    return this.flights.hasRoom(sending, most, pace.overlap());
  }

  private show(): void {
    const { work, job, pace } = this.parts;
    const { size } = job.file;
    const storedBytes = work.stored();
    const inFlight = Math.min(this.flights.bytesOut(), size - storedBytes);
    const rate = pace.rate();
    const secondsLeft = pace.secondsFor(size - storedBytes - inFlight);
    const drainMs = pace.drainMs(inFlight);
    const still = this.movement.isStill(this.deps.now(), storedBytes + inFlight, drainMs);
    const quiet = { tries: undefined, cause: undefined, rate: undefined, secondsLeft: undefined };
    const news = (): Partial<UploadState> => {
      // All of it is there: what is left of its pieces is the server's to join.
      if (storedBytes === size) return { ...quiet, phase: "checking", text: undefined };
      if (still) return { ...quiet, phase: "waiting", text: OFFLINE_TEXT };
      return { tries: undefined, cause: undefined, phase: "sending", text: undefined };
    };
    this.report({
      stored: storedBytes,
      inFlight,
      rate,
      secondsLeft,
      ...(this.outage.news() ?? news()),
    });
  }

  /** Bytes of a flight have left. */
  onMoved(flight: InFlightRequest): void {
    const { work, pace } = this.parts;
    const now = this.deps.now();
    if (now - flight.began > MOVES_MS) this.outage.moves();
    pace.moved(now, work.stored() + this.flights.bytesOut());
    this.wake();
  }

  onLanded(flight: InFlightRequest, landing: UnitResult): void {
    const { work, pace, job } = this.parts;
    const { unit, source } = flight;
    if (landing.kind === "stored") this.stored(flight, landing.etag);
    else if (landing.kind === "again") this.again(flight, landing);
    else if (landing.kind === "refused") this.fail(landing.error);
    else if (landing.kind === "overtaken") this.giveBack(flight);
    else if (landing.kind === "partial") {
      work.partly(unit, landing.bytes);
      // A browser that sends by itself what was cut tells nobody of the cut.
      pace.failed(this.deps.now(), true, 1);
      this.onFound([unit.part]);
    } else {
      work.giveBack(unit);
      if (landing.kind === "expired") this.renew(unit);
      // Others on their way may say so after the copy was gone over to.
      else if (source === job.bytes()) this.recover();
    }
    this.wake();
  }

  private stored({ unit, sentAt }: InFlightRequest, etag: string | undefined): void {
    const { work, pace, job, upload } = this.parts;
    const now = this.deps.now();
    if (sentAt !== undefined) pace.answered(now - sentAt);
    work.done(unit);
    pace.acknowledged(now, unit.size);
    this.onFound([unit.part]);
    const unreportedParts = job.unreported(upload.uploadId);
    if (etag) unreportedParts.write([...unreportedParts.read(), { number: unit.part, etag }]);
  }

  /** Has a unit sent again that was not sent whole. */
  private giveBack({ unit, began, bytesOut }: InFlightRequest): void {
    const { work } = this.parts;
    const now = this.deps.now();
    // Browsers tell of progress now and then only: what has been under way at all may have come.
    const mayHaveCome = bytesOut > 0 || now > began;
    if (!unit.whole && mayHaveCome) work.doubt(unit, now);
    else work.giveBack(unit);
  }

  private again(flight: InFlightRequest, landing: RetryableFailure): void {
    const { unit, began } = flight;
    const { work, pace, links } = this.parts;
    const { text, cut, retryAfterMs, busy, doubtful } = landing;
    const now = this.deps.now();
    if (doubtful) work.doubt(unit, now);
    else this.giveBack(flight);
    const times = busy ? 0 : this.failures.failed(unit.part, began, now);
    // A server that answers before it has read may show as a cut: a new link tells what is wrong.
    if (times > 1) links.forget(unit.part);
    pace.failed(now, cut, times);
    this.failed({ began, text, cut, retryAfterMs, times });
  }

  private renew({ part, whole }: SendUnit): void {
    const { links, pace, upload } = this.parts;
    links.forget(part);
    const times = this.failures.renewed(part);
    if (times <= RENEWALS) return;
    // Storage that opens no link of ours leaves the way through our own origin.
    if (whole && upload.carrier === "s3") pace.failed(this.deps.now(), true, times);
    else this.fail(new RefusedError("Upload failed", 403));
  }

  private recover(): void {
    if (this.state.name !== "sending") return;
    this.state = { name: "recovering" };
    void this.parts.job.recover().then((hasCopy) => {
      if (!hasCopy) this.fail(new FileChangedError());
      else if (this.state.name === "recovering") this.state = { name: "sending" };
      this.wake();
    });
  }

  onEnded(began: number, error: unknown): void {
    if (error instanceof TransportError)
      this.failed({ began, text: error.message, ...error.facts });
    else if (error !== undefined) this.fail(error);
    this.wake();
  }

  /** Something of these parts has got through: the link carries, however soon it is cut again. */
  onFound(parts: readonly number[]): void {
    if (parts.length > 0) this.outage.worked();
    for (const part of parts) this.failures.over(part);
  }

  private failed(failure: RequestFailure): void {
    const last = this.outage.failed(failure);
    if (last) this.fail(last);
  }

  private fail(error: unknown): void {
    if (this.state.name !== "failed") this.state = { name: "failed", error };
  }
}
