import { expect, test } from "vitest";
import { toStoredFailure } from "./failure.server";

const rawFailure = {
  ...({ source: "browser", stage: "page", stack: null, url: null, release: null } as const),
};

test.each([
  ["   ", "No message"],
  ["\n\t ", "No message"],
  ["  It broke ", "It broke"],
])("%j is kept as %j, so that staff have something to press", async (message, keptMessage) => {
  expect((await toStoredFailure({ ...rawFailure, message })).message).toBe(keptMessage);
});
