import { partRange } from "../plan";
import type { FileJob, UploadWorld } from "./file-job.client";
import type { Opened } from "./label-calls.client";
import type { Pace } from "./pace";
import { fly, type Landing } from "./part-flight.client";
import type { Unit } from "./work-list";

/** A part or a piece on its way. */
export interface Flight {
  unit: Unit;
  /** What its bytes are read from. */
  source: Blob;
  /** When it began, in milliseconds. */
  began: number;
  /** Bytes that have left. */
  left: number;
  /** All have left; the answer is still to come. */
  sent: boolean;
}

/** Whom the flights tell. */
export interface Tower {
  landed(flight: Flight, landing: Landing): void;
  /** Bytes have left. */
  moved(flight: Flight): void;
}

/** The requests of one upload that carry bytes just now. */
export function openFlights(
  world: Pick<UploadWorld, "transport" | "now">,
  upload: Pick<Opened, "carrier" | "partSize">,
  { job, pace }: { job: Pick<FileJob, "file" | "bytes">; pace: Pace },
  signal: AbortSignal,
  tower: Tower,
) {
  const flights = new Set<Flight>();
  const sum = (of: (flight: Flight) => number) =>
    [...flights].reduce((total, flight) => total + of(flight), 0);

  return {
    count: () => flights.size,
    /** How many have more than so many bytes left to send. */
    sending: (bytes: number) =>
      sum(({ sent, unit, left }) => (!sent && unit.size - left > bytes ? 1 : 0)),
    /** Bytes that have left and are not acknowledged. */
    left: () => sum(({ left }) => left),

    /** @param link where the part goes, or its pieces. */
    launch(unit: Unit, link: string): void {
      const source = job.bytes();
      const flight: Flight = { unit, source, began: world.now(), left: 0, sent: false };
      if (flights.size === 0) pace.begin(flight.began);
      flights.add(flight);
      const part = partRange(job.file.size, upload.partSize, unit.part);
      const start = (part?.start ?? 0) + unit.offset;
      const way = {
        carrier: unit.whole ? upload.carrier : ("own" as const),
        url: unit.whole ? link : `${link}&offset=${unit.offset}`,
        body: source.slice(start, start + unit.size),
        drainMs: pace.drainMs(sum((one) => one.unit.size)),
        onProgress(bytes: number) {
          flight.left = Math.min(bytes, unit.size);
          tower.moved(flight);
        },
        onSent() {
          flight.sent = true;
          flight.left = unit.size;
          sentAt = world.now();
          tower.moved(flight);
        },
      };
      let sentAt: number | undefined;
      void fly(world, unit, way, signal).then((landing) => {
        flights.delete(flight);
        if (landing.kind === "stored" && sentAt !== undefined) pace.answered(world.now() - sentAt);
        if (!signal.aborted) tower.landed(flight, landing);
      });
    },
  };
}
