import type { UploadState } from "../upload-state";

type Change = Partial<UploadState>;

/** What changes with every tick; nobody reads it that fast. */
const TICKING = new Set<string>(["inFlight", "rate", "secondsLeft"]);
const TICK_MS = 250;

/**
 * Passes on at once what matters, and ticking numbers four times a second at most: every report
 * draws the page anew.
 */
export function steadily(tell: (change: Change) => void, now: () => number): typeof tell {
  let told: Record<string, unknown> = {};
  let held: Change = {};
  let at = Number.NEGATIVE_INFINITY;
  return (change) => {
    held = { ...held, ...change };
    const news = Object.entries(change).some(
      ([key, value]) => !TICKING.has(key) && told[key] !== value,
    );
    if (!news && now() - at < TICK_MS) return;
    at = now();
    told = { ...told, ...held };
    tell(held);
    held = {};
  };
}
