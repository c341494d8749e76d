import { expect, test } from "vitest";
import { runChaos } from "../../support/chaos-journey";

test("chaos", async () => {
  const { unclear, faults, summary } = await runChaos(1, 3);
  console.log(summary);
  expect([unclear, faults]).toEqual([[], []]);
});
