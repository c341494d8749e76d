import type { VirtualTime } from "./virtual-time";

interface Transfer {
  leftBytes: number;
  size: number;
  onProgress: (bytes: number) => void;
  onSent: () => void;
  /** `arrived` are the bytes that have come to the other side, which is told of the cut by nobody. */
  onCut: (sentAll: boolean, arrivedBytes: number) => void;
  sent: boolean;
}

/** How often a browser tells how far it is. */
const TELL_MS = 200;

/** An uplink that all requests share evenly, until somebody cuts it. */
export class FakeLink {
  /** Bytes of bodies that have gone over it. */
  carriedBytes = 0;
  /** Milliseconds in which bytes were on their way. */
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
   * Sends a body; `onSent` comes when all of it has left, `onCut` if a cut comes before it ends.
   * @returns what ends it: with the answer, or by the browser's will.
   */
  begin(size: number, on: Pick<Transfer, "onProgress" | "onSent" | "onCut">): () => void {
    this.advance();
    const transfer: Transfer = { leftBytes: size, size, sent: false, ...on };
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
    // What was on its way through the air is gone.
    const lostBytes = (this.rate * this.roundTripMs) / 2_000 / Math.max(1, cutTransfers.length);
    for (const { sent, size, leftBytes, onCut } of cutTransfers)
      onCut(sent, Math.max(0, Math.floor(size - leftBytes - lostBytes)));
    this.plan();
  }

  /** Has everything stand still, connected as it is, or move again. */
  still(is: boolean): void {
    this.advance();
    this.stands = is;
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
      const bytes = Math.min(transfer.leftBytes, (ms * this.rate) / 1_000 / moving.length);
      transfer.leftBytes -= bytes;
      this.carriedBytes += bytes;
    }
  }

  private plan(): void {
    this.stopTimer();
    const moving = this.moving();
    if (moving.length === 0) return;
    const least = Math.min(...moving.map(({ leftBytes }) => leftBytes));
    const ms = Math.min(TELL_MS, (least * moving.length * 1_000) / this.rate);
    this.stopTimer = this.time.later(ms, () => this.tick());
  }

  private tick(): void {
    this.advance();
    for (const transfer of this.moving()) {
      transfer.onProgress(transfer.size - transfer.leftBytes);
      if (transfer.leftBytes > 0.5) continue;
      transfer.sent = true;
      transfer.onSent();
    }
    this.plan();
  }
}
