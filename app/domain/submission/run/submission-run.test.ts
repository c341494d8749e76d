import fc from "fast-check";
import { expect, test } from "vitest";
import { fileText, planRun, runPercent, timeRemaining } from "./submission-run";

const files = (count: number, kind: string) =>
  Array.from({ length: count }, (_, at) => ({ slot: `${kind}-${at}`, title: `T${at + 1}` }));
const everything = planRun({
  tracks: files(2, "track"),
  artwork: "artwork",
  customArtwork: files(2, "custom"),
  hasClips: true,
});

test("the run goes through every stage with its percent and text", () => {
  expect(everything.map(({ stage, from, to, text }) => [stage, from, to, text])).toEqual([
    ["validating", 5, 5, "Checking your submission..."],
    ["preparing", 10, 10, "Preparing your files..."],
    ["tracks", 15, 33, 'Uploading "T1"...'],
    ["tracks", 33, 50, 'Uploading "T2"...'],
    ["artwork", 55, 65, "Uploading the artwork..."],
    ["custom-artwork", 70, 75, 'Uploading artwork for "T1"...'],
    ["custom-artwork", 75, 80, 'Uploading artwork for "T2"...'],
    ["creating", 85, 85, "Recording your submission..."],
    ["created", 95, 95, "Your submission is recorded"],
    ["clips", 97, 97, "Handing over your social clips..."],
    ["complete", 100, 100, "Submission complete!"],
  ]);
});

test("a transfer without files or clips goes straight from preparing to the record", () => {
  const plan = planRun({ tracks: [], artwork: undefined, customArtwork: [], hasClips: false });
  expect(plan.map(({ from }) => from)).toEqual([5, 10, 85, 95, 100]);
  expect(plan.every((step) => fileText(step, plan) === undefined)).toBe(true);
});

test("progress never goes back, stays within its bands and ends at 100", () => {
  const count = fc.nat(20);
  fc.assert(
    fc.property(count, fc.boolean(), count, fc.boolean(), (tracks, cover, custom, hasClips) => {
      const plan = planRun({
        tracks: files(tracks, "track"),
        artwork: cover ? "artwork" : undefined,
        customArtwork: files(custom, "custom"),
        hasClips,
      });
      const percents = plan.flatMap(({ from, to }) => [from, to]);
      expect(percents).toEqual([...percents].sort((a, b) => a - b));
      expect(percents.at(0)).toBe(5);
      expect(percents.at(-1)).toBe(100);
      const audio = plan.filter(({ stage }) => stage === "tracks");
      if (tracks > 0) expect([audio.at(0)?.from, audio.at(-1)?.to]).toEqual([15, 50]);
      expect(plan.some(({ from }) => from === 97)).toBe(hasClips);
    }),
  );
});

test.each([
  [0, 15],
  [0.5, 33],
  [1, 50],
  [2, 50],
  [Number.NaN, 15],
])("a step from 15 to 50 that is %f done stands at %i", (fraction, percent) => {
  expect(runPercent({ from: 15, to: 50 }, fraction)).toBe(percent);
});

const MINUTE = 60_000;
test.each([
  [0, 5, "Calculating..."],
  [5_000, 0, "Calculating..."],
  [MINUTE - 1, 50, "Less than 1 minute"],
  [MINUTE, 50, "About 1 minute remaining"],
  [2 * MINUTE, 50, "About 2 minutes remaining"],
  [59.4 * MINUTE, 50, "About 59 minutes remaining"],
  [59.6 * MINUTE, 50, "About 1 hour remaining"],
  [120 * MINUTE, 50, "About 2 hours remaining"],
  [10 * MINUTE, 100, "Less than 1 minute"],
])("after %f ms at %i percent it says '%s'", (elapsedMs, percent, text) => {
  expect(timeRemaining(elapsedMs, percent)).toBe(text);
});
