import { test } from "vitest";
import { runChaos } from "../../support/chaos-journey";

test("chaos", async () => {
  await runChaos(1, 3);
});
