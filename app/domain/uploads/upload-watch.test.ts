import { expect, test } from "vitest";
import type { UploadHealth } from "~/observability/analytics/upload-health.server";
import type { UploadState } from "./upload-state";
import { openUploadWatch } from "./upload-watch";

type Shown = Partial<UploadState> & Pick<UploadState, "phase">;

/** Shows a file in these states, a second apart. @returns what was told of it. */
function healthOf(states: readonly Shown[]): UploadHealth[] {
  const healths: UploadHealth[] = [];
  let now = 0;
  const watch = openUploadWatch(
    (health) => healths.push(health),
    () => now,
  );
  for (const state of states) {
    watch([{ slot: "audio:track-1", fileName: "Dawn.wav", size: 100, stored: 0, ...state }]);
    now += 1_000;
  }
  return healths;
}

test("a file that goes up in one go is told of once, with the time from its choice", () => {
  expect(
    healthOf([
      { phase: "checking" },
      { phase: "sending", text: "In line" },
      { phase: "sending" },
      { phase: "sending", stored: 60 },
      { phase: "checking", stored: 100 },
      { phase: "stored", stored: 100 },
      { phase: "stored", stored: 100 },
    ]),
  ).toEqual([
    { ended: "stored", waitMs: 5_000, sendingMs: 2_000, bytes: 100, stalls: 0, resumes: 0 },
  ]);
});

test("lost lines and pauses are counted, and what an earlier page sent is not this one's", () => {
  expect(
    healthOf([
      { phase: "sending", stored: 40 },
      { phase: "waiting", stored: 40 },
      { phase: "waiting", stored: 40 },
      { phase: "sending", stored: 50 },
      { phase: "paused", stored: 50 },
      { phase: "sending", stored: 50 },
      { phase: "stored", stored: 100 },
    ]),
  ).toEqual([
    { ended: "stored", waitMs: 6_000, sendingMs: 3_000, bytes: 60, stalls: 1, resumes: 2 },
  ]);
});

test.each<[string, Shown[]]>([
  ["begin", [{ phase: "checking" }]],
  ["parts", [{ phase: "sending" }, { phase: "sending", stored: 10 }]],
  ["finish", [{ phase: "sending" }, { phase: "checking", stored: 100 }]],
])(
  "a file that fails at %s is told of once, and again once it was tried again",
  (stage, states) => {
    const failedState: Shown = { phase: "failed", canRetry: true };
    expect(healthOf([...states, failedState, failedState])).toEqual([{ ended: "failed", stage }]);
    expect(healthOf([...states, failedState, { phase: "sending" }, failedState])).toHaveLength(2);
  },
);

test("a file that is not taken for what it is has not failed on its way", () => {
  expect(healthOf([{ phase: "checking" }, { phase: "failed", text: "No WAV" }])).toEqual([]);
  expect(healthOf([{ phase: "checking" }, { phase: "failed", canRetry: false }])).toEqual([]);
});

test("what was stored before this page came says nothing", () => {
  expect(healthOf([{ phase: "stored", stored: 100 }])).toEqual([]);
});

test("another file in its slot is another file", () => {
  const healths = healthOf([
    { phase: "sending" },
    { phase: "checking", fileName: "Dusk.wav" },
    { phase: "stored", fileName: "Dusk.wav", stored: 100 },
  ]);
  expect(healths).toMatchObject([{ waitMs: 1_000 }]);
});
