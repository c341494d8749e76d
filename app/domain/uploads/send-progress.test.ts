import fc from "fast-check";
import { expect, test } from "vitest";
import { SendProgress } from "./send-progress";

const SIZE = 19e6;

/** Moves as many bytes as `total` says, every so many milliseconds; what is told each time. */
function tell(
  total: (at: number) => number,
  untilMs: number,
  everyMs = 500,
  begun = new SendProgress(0),
) {
  const told: { at: number; rate?: number | undefined; secondsLeft?: number | undefined }[] = [];
  for (let at = 0; at <= untilMs; at += everyMs) {
    const bytes = total(at);
    begun.noteMoved(at, { wire: bytes, file: bytes });
    const state = begun.state(
      at,
      { stored: 0, inFlight: bytes, size: SIZE },
      { drainMs: 0, isInTrouble: false },
    );
    told.push({ at, ...state });
  }
  return told;
}

test("no speed is told before anything has moved", () => {
  expect(tell(() => 0, 0)).toEqual([
    expect.objectContaining({ phase: "sending", rate: undefined }),
  ]);
});

test("an even flow is told as it is", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_000, max: 500_000 }), (perSecond) => {
      const last = tell((at) => (perSecond * at) / 1_000, 20_000).at(-1);
      expect(last?.rate).toBeCloseTo(perSecond, 3);
      expect(last?.secondsLeft).toBeCloseTo((SIZE - perSecond * 20) / perSecond, 3);
    }),
  );
});

test("what has to go again after a cut is no negative speed", () => {
  const totals = [0, 1_000_000, 200_000, 1_200_000];
  const told = tell((at) => totals[at / 1_000] ?? 0, 3_000, 1_000);
  expect(told.at(-1)?.rate).toBeCloseTo(1_000_000, 3);
});

test("the time left of a jumpy link is steady: it never leaps by half within a second", () => {
  // Bursts and stops as on a train: 3 s at full speed, 1.5 s of nothing, a trickle, and so on.
  const story = [1, 1, 1, 0, 0, 1, 0.02, 0.02, 1, 1, 0, 0, 0, 1];
  let sum = 0;
  const told = tell(
    (at) => (sum += 50_000 * 0.25 * (story[Math.floor(at / 1_000) % story.length] ?? 0)),
    240_000,
    250,
  );
  const times = told
    .filter(({ at }) => at >= 15_000)
    .flatMap(({ secondsLeft }) => (secondsLeft === undefined ? [] : [secondsLeft]));
  expect(times.length).toBeGreaterThan(700);
  const leaps = times.slice(4).map((now, index) => {
    const before = times[index] ?? now;
    return Math.max(now / before, before / now);
  });
  expect(Math.max(...leaps)).toBeLessThan(1.5);
});

test("a long stop leaves the time left as it was, once bytes move again", () => {
  const progress = new SendProgress(0);
  tell((at) => at * 50, 60_000, 500, progress);
  progress.noteMoved(660_000, { wire: 60_000 * 50 + 100, file: 60_000 * 50 + 100 });
  const bytes = { stored: 0, inFlight: 3_000_100, size: SIZE };
  const { secondsLeft = 0 } = progress.state(660_000, bytes, { drainMs: 0, isInTrouble: false });
  expect((SIZE - 3_000_100) / secondsLeft).toBeGreaterThan(40_000);
});

test("a line that carries nothing is told of, later where much has left", () => {
  const bytes = { stored: 0, inFlight: 1, size: SIZE };
  const phaseAt = (at: number, drainMs: number) => {
    const progress = new SendProgress(0);
    progress.noteMoved(0, { wire: 1, file: 1 });
    return progress.state(at, bytes, { drainMs, isInTrouble: false }).phase;
  };
  expect([phaseAt(2_900, 0), phaseAt(3_100, 0)]).toEqual(["sending", "waiting"]);
  expect([phaseAt(7_900, 5_000), phaseAt(8_100, 5_000)]).toEqual(["sending", "waiting"]);
  expect(phaseAt(12_100, 600_000)).toBe("waiting");
});
