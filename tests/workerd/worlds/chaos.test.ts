import { expect, test } from "vitest";
import { runChaos } from "../../support/chaos-journey";

test("chaos", async () => {
  const { unclear, faults, summary } = await runChaos(
    Number(process.env.CHAOS_SEED ?? 1),
    Number(process.env.CHAOS_ARTISTS ?? 5),
  );
  console.log(summary);
  expect([unclear, faults]).toEqual([[], []]);
});
