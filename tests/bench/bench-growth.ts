import { readFileSync, writeFileSync } from "node:fs";
import { keepMeasured, readMeasured } from "./growth-measured";
import { growthParts, withGrowthParts } from "./growth-tables";
import { measureGrowth } from "./measure-growth";

/** A WAV of five minutes in CD quality. */
const FULL = { singles: 10, trackBytes: 52_920_044, further: 100 };
const SMOKE = { singles: 1, trackBytes: 1_000_044, further: 2 };
const PAGE = "docs/scale.md";

/**
 * Measures what one submission uses of the platform, and prints when each limit is met and what a month
 * costs.
 * @param write keeps the figures, and puts them into `docs/scale.md`.
 * @param again measures nothing, and takes the figures that were kept last.
 */
export async function benchGrowth({
  smoke,
  write,
  again,
}: {
  smoke: boolean;
  write: boolean;
  again: boolean;
}): Promise<boolean> {
  const size = smoke ? SMOKE : FULL;
  if (!again)
    console.log(`growth: ${size.singles} singles by a browser, ${size.further} without\n`);
  const measured = again ? readMeasured() : await measureGrowth(size);
  const parts = growthParts(measured);
  for (const part of Object.values(parts)) console.log(`${part}\n`);
  if (!write || smoke) return true;
  if (!again) keepMeasured(measured);
  writeFileSync(PAGE, withGrowthParts(readFileSync(PAGE, "utf8"), parts));
  return true;
}
