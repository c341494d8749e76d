/** Below this the speed is shown more steadily than it is. */
const SMOOTH_MS = 5_000;
/** Ticks closer than this are taken together: they tell of buffers, not of the link. */
const TICK_MS = 250;
/** So many acknowledgements make the measure that decisions go by. */
const KEPT = 8;

/** How fast bytes get through. Times in milliseconds, rates in bytes per second. */
export interface Rate {
  /** Bytes are on their way again from now on, after a stop or for the first time. */
  begin(at: number): void;
  /** `total` bytes have left by now; fewer than before means that some have to go again. */
  moved(at: number, total: number): void;
  /** The label has said that it has `bytes` more. */
  acknowledged(at: number, bytes: number): void;
  /** For people: smooth, with what has only left the browser. */
  shown(): number | undefined;
  /** For decisions: acknowledged bytes alone, since a system takes more than a link carries. */
  carried(): number | undefined;
}

/** Measures one file's way. */
export function openRate(): Rate {
  let last: { at: number; total: number } | undefined;
  let smooth: number | undefined;
  let began: number | undefined;
  let acks: { from: number; at: number; bytes: number }[] = [];
  let moving: { from: number; at: number; bytes: number } | undefined;

  return {
    begin(at) {
      began = at;
      last = undefined;
    },
    moved(at, total) {
      if (!last || total < last.total) {
        last = { at, total };
        return;
      }
      const ms = at - last.at;
      if (ms < TICK_MS) return;
      const bytes = total - last.total;
      const now = (bytes / ms) * 1_000;
      smooth = smooth === undefined ? now : now + (smooth - now) * Math.exp(-ms / SMOOTH_MS);
      moving = { from: moving?.from ?? last.at, at, bytes: (moving?.bytes ?? 0) + bytes };
      last = { at, total };
    },
    acknowledged(at, bytes) {
      const from = began ?? at;
      began = at;
      acks = [...acks, { from, at, bytes }].slice(-KEPT);
    },
    shown: () => smooth,
    carried() {
      const measured = acks.length > 0 ? acks : moving ? [moving] : [];
      const ms = measured.reduce((sum, { from, at }) => sum + at - from, 0);
      const bytes = measured.reduce((sum, one) => sum + one.bytes, 0);
      return ms > 0 ? (bytes / ms) * 1_000 : undefined;
    },
  };
}
