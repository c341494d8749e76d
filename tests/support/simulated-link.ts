import { contiguousEnd, PIECE_STEP_BYTES, type Piece, planAssembly } from "~/domain/uploads/pieces";
import type { RequestOutcome } from "~/domain/uploads/sending/transport.client";
import { partRange } from "~/domain/uploads/upload-plan";
import type { VirtualTime } from "./virtual-time";

interface Transfer {
  remainingBytes: number;
  size: number;
  onProgress: (bytes: number) => void;
  onSent: () => void;
  /** `arrivedBytes` have reached the server, which is not notified of the cut. */
  onCut: (sentAll: boolean, arrivedBytes: number) => void;
  sent: boolean;
}

/** The interval of a browser's progress events. */
const PROGRESS_MS = 200;

/** An uplink that all requests share evenly. */
export class FakeLink {
  /** Bytes of bodies that have passed. */
  carriedBytes = 0;
  /** Milliseconds in which it was busy. */
  busyMs = 0;
  cuts = 0;
  private transfers = new Set<Transfer>();
  private stopTimer = () => {};
  private since = 0;
  private stands = false;

  constructor(
    private readonly time: VirtualTime,
    /** Bytes per second. */
    public rate: number,
    public roundTripMs: number,
  ) {}

  /**
   * Sends a body; calls `onSent` when all of it has left, `onCut` if a cut comes before its end.
   * @returns ends it, on the answer or by the browser.
   */
  begin(size: number, callbacks: Pick<Transfer, "onProgress" | "onSent" | "onCut">): () => void {
    this.advance();
    const transfer: Transfer = { remainingBytes: size, size, sent: false, ...callbacks };
    this.transfers.add(transfer);
    this.plan();
    return () => {
      this.advance();
      this.transfers.delete(transfer);
      this.plan();
    };
  }

  /** Breaks every request that has no answer yet. */
  cut(): void {
    this.advance();
    const cutTransfers = [...this.transfers];
    this.transfers.clear();
    if (cutTransfers.length > 0) this.cuts += 1;
    // Bytes in flight are lost.
    const lostBytes = (this.rate * this.roundTripMs) / 2_000 / Math.max(1, cutTransfers.length);
    for (const { sent, size, remainingBytes, onCut } of cutTransfers)
      onCut(sent, Math.max(0, Math.floor(size - remainingBytes - lostBytes)));
    this.plan();
  }

  /** Stops or resumes all transfers, without disconnecting. */
  setStill(isStill: boolean): void {
    this.advance();
    this.stands = isStill;
    this.plan();
  }

  private moving(): Transfer[] {
    if (this.stands) return [];
    return [...this.transfers].filter(({ sent }) => !sent);
  }

  private advance(): void {
    const now = this.time.now();
    const moving = this.moving();
    const ms = now - this.since;
    this.since = now;
    if (moving.length === 0) return;
    this.busyMs += ms;
    for (const transfer of moving) {
      const bytes = Math.min(transfer.remainingBytes, (ms * this.rate) / 1_000 / moving.length);
      transfer.remainingBytes -= bytes;
      this.carriedBytes += bytes;
    }
  }

  private plan(): void {
    this.stopTimer();
    const moving = this.moving();
    if (moving.length === 0) return;
    const minRemaining = Math.min(...moving.map(({ remainingBytes }) => remainingBytes));
    const ms = Math.min(PROGRESS_MS, (minRemaining * moving.length * 1_000) / this.rate);
    this.stopTimer = this.time.schedule(ms, () => this.tick());
  }

  private tick(): void {
    this.advance();
    for (const transfer of this.moving()) {
      transfer.onProgress(transfer.size - transfer.remainingBytes);
      if (transfer.remainingBytes > 0.5) continue;
      transfer.sent = true;
      transfer.onSent();
    }
    this.plan();
  }
}

/** An upload as the server stores it. */
export interface FakeUpload {
  choice?: string;
  id: string;
  size: number;
  partSize: number;
  fingerprint: string;
  /** The hash of the stored file, or the announced one. */
  sha256?: string;
  /** The source file of each part; see `VirtualBlob.sha256`. */
  from: Map<number, string>;
  state: "open" | "complete" | "rejected";
  parts: Set<number>;
  pieces: Piece[];
}

/** An answer with a JSON body. */
export const answer = (status: number, body: unknown, etag?: string): RequestOutcome => ({
  kind: "answer",
  status,
  body,
  etag,
});
/** A refusal with its sentence. */
export const refusal = (status: number, error: string, extra = {}) =>
  answer(status, { error, ...extra });

/** The server's store of parts and pieces. */
export class FakeStore {
  readonly uploads = new Map<string, FakeUpload>();
  /** Parts that were sent although the server had them; it must stay empty. */
  readonly resent: string[] = [];
  /** Parts whose bytes arrive corrupted, once each. */
  readonly spoiled = new Set<number>();
  carrier: "own" | "s3" = "own";
  protected readonly wrong = new Map<string, Set<number>>();

  protected keepPart(upload: FakeUpload, part: number, size: number): RequestOutcome {
    const range = partRange(upload.size, upload.partSize, part);
    if (size !== (range ? range.end - range.start : 0)) return refusal(400, "Wrong length");
    if (upload.parts.has(part)) this.resent.push(`part ${part}`);
    upload.parts.add(part);
    if (this.spoiled.delete(part))
      this.wrong.set(upload.id, (this.wrong.get(upload.id) ?? new Set()).add(part));
    const etag = `"etag-${part}"`;
    if (this.carrier === "s3") return answer(200, undefined, etag);
    return answer(200, { number: part, etag });
  }

  protected keepPiece(
    upload: FakeUpload,
    part: number,
    offset: number,
    size: number,
  ): RequestOutcome {
    const range = partRange(upload.size, upload.partSize, part);
    const length = range ? range.end - range.start : 0;
    const pieces = upload.pieces.filter((piece) => piece.part === part);
    const missing = planAssembly(pieces, length).missing;
    const needed = missing.some(
      (gap) => gap.offset <= offset && offset + size <= gap.offset + gap.size,
    );
    if (!needed || upload.parts.has(part)) this.resent.push(`piece ${part}:${offset}+${size}`);
    upload.pieces.push({ part, offset, size });
    this.join(upload, part);
    return answer(200, { part, offset, size });
  }

  /** Stores the complete slices of a piece that has partly arrived. */
  protected keepSome(upload: FakeUpload, part: number, offset: number, bytes: number): void {
    const size = bytes - (bytes % PIECE_STEP_BYTES);
    if (size > 0 && !upload.parts.has(part)) upload.pieces.push({ part, offset, size });
  }

  /** The stored bytes of a part from `offset` on. */
  protected storedBytesFrom(upload: FakeUpload, part: number, offset: number): number {
    const range = partRange(upload.size, upload.partSize, part);
    const length = range ? range.end - range.start : 0;
    if (upload.parts.has(part)) return length - offset;
    const pieces = upload.pieces.filter((piece) => piece.part === part);
    return contiguousEnd(pieces, length, offset) - offset;
  }

  /** Parts that were joined from pieces, which need no report. */
  readonly joined = new Set<number>();

  /** Joins the pieces of a part once they cover it. */
  private join(upload: FakeUpload, part: number): void {
    const range = partRange(upload.size, upload.partSize, part);
    const pieces = upload.pieces.filter((piece) => piece.part === part);
    const { missing } = planAssembly(pieces, range ? range.end - range.start : 0);
    if (missing.length > 0 || upload.parts.has(part)) return;
    upload.parts.add(part);
    this.joined.add(part);
    upload.pieces = upload.pieces.filter((piece) => piece.part !== part);
  }
}
