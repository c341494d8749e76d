import { expect, test } from "vitest";
import { runChaos } from "../../support/chaos-journey";
import { deepRuns } from "../../support/deep-runs";

/* What fails, and what a seed repeats, is in docs/testing.md. */

const { CHAOS_SEED } = process.env;
const seeds = CHAOS_SEED ? [Number(CHAOS_SEED)] : [1, 2, 3].slice(0, deepRuns(1, 3));

test.each(seeds)(
  "everything fails while artists submit and staff decide, with seed %i; then all is there once",
  async (seed) => {
    await expect(runChaos(seed, deepRuns(5, 20))).resolves.toBeUndefined();
  },
  // Three times as long as on an idle machine, and more.
  400_000,
);
