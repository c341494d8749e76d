import { ChangedError, type FileJob, type Report, type UploadWorld } from "./file-job.client";
import { type Flight, openFlights } from "./flights.client";
import { RefusedError, TransportError } from "./label-answer.client";
import type { Opened } from "./label-calls.client";
import { type OutageFailure, openOutage } from "./outage.client";
import type { Pace } from "./pace";
import { openErrands } from "./part-errands.client";
import type { Again, Landing } from "./part-flight.client";
import type { PartLinks } from "./part-links.client";
import { openPartTroubles } from "./part-troubles";
import type { Unit, WorkList } from "./work-list";

const RENEWALS = 2;
/** Bytes that still move after this time are more than the buffers on this side take. */
const MOVES_MS = 1_000;

/** While a failure lasts, one request sends and one more may wait for its answer. */
const TRIED_AT_ONCE = 2;

/** What sending the parts of one upload works with. */
export interface Sending {
  upload: Opened;
  job: FileJob;
  work: WorkList;
  links: PartLinks;
  pace: Pace;
}

/**
 * Sends what a work list has left, and keeps what goes wrong on the way from mattering.
 * @param patience failed tries in a row, with a connection, after which the failure is thrown.
 */
export function openSender(
  world: UploadWorld,
  { upload, job, work, links, pace }: Sending,
  signal: AbortSignal,
  report: Report,
  patience: number,
) {
  let wake = () => {};
  let broken: { error: unknown } | undefined;
  let recovering = false;
  const troubles = openPartTroubles();
  const outage = openOutage(world, signal, patience, () => wake());
  const flights = openFlights(world, upload, { job, pace }, signal, { landed, moved });
  const errands = openErrands(world, { upload, size: job.file.size, work, links }, signal, done);

  function fail(error: unknown): void {
    broken ??= { error };
  }

  function failed(failure: OutageFailure): void {
    try {
      outage.failed(failure);
    } catch (error) {
      fail(error);
    }
  }

  function done(began: number, error: unknown): void {
    if (error instanceof TransportError) failed({ began, text: error.message, ...error.facts });
    else if (error !== undefined) fail(error);
    wake();
  }

  function moved(flight: Flight): void {
    if (world.now() - flight.began > MOVES_MS) outage.moves();
    pace.moved(world.now(), work.stored() + flights.left());
    wake();
  }

  function landed(flight: Flight, landing: Landing): void {
    settle(flight, landing);
    wake();
  }

  function settle({ unit, source, began }: Flight, landing: Landing): void {
    switch (landing.kind) {
      case "stored":
        work.done(unit);
        pace.acknowledged(world.now(), unit.size);
        outage.worked();
        if (landing.etag) note(unit.part, landing.etag);
        return;
      case "expired":
        work.giveBack(unit);
        renew(unit);
        return;
      case "unreadable":
        work.giveBack(unit);
        // Others on their way may say so after the copy was gone over to.
        if (source === job.bytes()) recover();
        return;
      case "refused":
        fail(landing.error);
        return;
      case "again":
        again(unit, began, landing);
    }
  }

  function again(unit: Unit, began: number, landing: Again): void {
    const { text, cut, retryAfterMs, busy, doubtful } = landing;
    if (doubtful) work.doubt(unit);
    else work.giveBack(unit);
    const times = busy ? 0 : troubles.failed(unit.part, began, world.now());
    // A server that answers before it has read may show as a cut: a new link tells what is wrong.
    if (times > 1) links.forget(unit.part);
    pace.failed(world.now(), cut, times);
    failed({ began, text, cut, retryAfterMs, times });
  }

  function renew({ part, whole }: Unit): void {
    links.forget(part);
    const times = troubles.renewed(part);
    if (times <= RENEWALS) return;
    // Storage that opens no link of ours leaves the way through our own origin.
    if (whole && upload.carrier === "s3") pace.failed(world.now(), true, times);
    else fail(new RefusedError("Upload failed", 403));
  }

  function recover(): void {
    if (recovering) return;
    recovering = true;
    void job.recover().then((found) => {
      recovering = false;
      if (!found) fail(new ChangedError());
      wake();
    });
  }

  function note(number: number, etag: string): void {
    const unreported = job.unreported(upload.uploadId);
    unreported.write([...unreported.read(), { number, etag }]);
  }

  function hasRoom(now: number): boolean {
    const { sending, underWay } = pace.room(now, job.lanes());
    // After a failure one follows the other, until an answer shows that the link is back.
    const most = outage.lasts() ? Math.min(underWay, TRIED_AT_ONCE) : underWay;
    // One more may begin when another is about to have left: side by side they would end together,
    // and the link would then wait for all their answers.
    if (flights.sending(0) > sending || flights.sending(pace.overlap()) >= sending) return false;
    return flights.count() < most;
  }

  function launch(): void {
    const now = world.now();
    const pieceBytes = pace.pieceBytes(now);
    errands.lookAhead(flights.count(), pace.partMs(), pieceBytes !== undefined);
    while (hasRoom(now)) {
      const unit = work.next(pieceBytes);
      if (!unit) return;
      const link = links.get(unit.part, !unit.whole);
      if (link === undefined) {
        work.giveBack(unit);
        errands.getLinks([unit.part], !unit.whole);
        return;
      }
      flights.launch(unit, link);
    }
  }

  function show(): void {
    const stored = work.stored();
    const inFlight = Math.min(flights.left(), job.file.size - stored);
    const told = outage.told();
    const rate = pace.rate();
    const left = job.file.size - stored - inFlight;
    const secondsLeft = rate ? left / rate : undefined;
    const well = { phase: "sending", text: undefined, tries: undefined, cause: undefined } as const;
    report({ stored, inFlight, rate, secondsLeft, ...(told ?? well) });
  }

  return {
    wake: () => wake(),
    /** Starts all that may start now, then waits until something has changed. */
    async turn(): Promise<void> {
      if (broken) throw broken.error;
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (!outage.resting() && !recovering && !signal.aborted) {
        errands.runDue();
        launch();
      }
      show();
      await changed;
    },
  };
}
