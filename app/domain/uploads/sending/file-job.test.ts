import { expect, test } from "vitest";
import type { UploadState } from "../upload-state";
import { throttleReports } from "./file-job.client";

function reports() {
  let now = 0;
  const changes: Partial<UploadState>[] = [];
  const report = throttleReports(
    (change) => changes.push(change),
    () => now,
  );
  return {
    changes,
    at(ms: number, change: Partial<UploadState>) {
      now = ms;
      report(change);
    },
  };
}

test("ticking numbers are told four times a second at most", () => {
  const { changes, at } = reports();
  for (let ms = 0; ms < 1_000; ms += 50) at(ms, { phase: "sending", stored: 0, inFlight: ms });
  expect(changes.length).toBe(4);
});

test("what the server has acknowledged, and every change of phase, are told at once", () => {
  const { changes, at } = reports();
  at(0, { phase: "sending", stored: 0, inFlight: 10 });
  at(1, { phase: "sending", stored: 5, inFlight: 5 });
  at(2, { phase: "waiting", text: "Waiting for connection.", stored: 5, inFlight: 0 });
  expect(changes.map(({ phase, stored }) => [phase, stored])).toEqual([
    ["sending", 0],
    ["sending", 5],
    ["waiting", 5],
  ]);
});

test("a number that was held back comes with the next report", () => {
  const { changes, at } = reports();
  at(0, { phase: "sending", rate: 1 });
  at(10, { rate: 2 });
  at(20, { phase: "checking" });
  expect(changes.at(-1)).toEqual({ rate: 2, phase: "checking" });
});
