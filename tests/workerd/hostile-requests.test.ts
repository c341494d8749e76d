import { expect, test } from "vitest";
import { naughtyStrings } from "../hostile/naughty-strings";
import { besiege } from "../hostile/siege";
import { appUnderTest } from "../support/app-server";

test("no hostile request is answered with an error of ours, late, or with what is nobody's business", async () => {
  expect(naughtyStrings.length).toBeGreaterThanOrEqual(150);
  const { findings, statuses } = await besiege(appUnderTest().url, 1_500, 1);
  expect(findings).toEqual([]);
  // They have to get past the limits to mean anything.
  expect(statuses["429"] ?? 0).toBeLessThan(300);
}, 180_000);
