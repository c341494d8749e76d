import { expect, test } from "vitest";
import { soundFindings } from "../../../../tests/support/sound-findings";
import { trackFindingTexts } from "./track-finding";

const shortOf = (fields: Partial<typeof soundFindings>) =>
  trackFindingTexts({ ...soundFindings, ...fields })
    .filter(({ isAdvice }) => isAdvice)
    .map(({ short }) => short);

test("a track whose sound is right has nothing to be done about it", () => {
  expect(shortOf({})).toEqual([]);
});

test.each([
  [{ clipping: { runs: 18_544, samples: 60_000, first: 21 } }, "Clips 18,544 times, first at 0:21"],
  [{ clipping: { runs: 1, samples: 3, first: 1 } }, "Clips once, at 0:01"],
  [{ over: { samples: 3, first: 75 } }, "Over full scale, first at 1:15"],
  [{ silence: { head: 3.4, tail: 0 } }, "Silent for the first 3 s"],
  [{ silence: { head: 0, tail: 9.6 } }, "Silent for the last 10 s"],
])("what stands out is one short line with its place", (fields, text) => {
  expect(shortOf(fields)).toContain(text);
});

test("a silent track is told as that", () => {
  const { seconds } = soundFindings;
  expect(shortOf({ silence: { head: seconds, tail: seconds } })).toContain(
    "Silent from start to end",
  );
});

test("what has no short form is told whole", () => {
  const [mono] = trackFindingTexts({ ...soundFindings, channels: 1, same: true });
  expect(mono?.short).toBe(mono?.text);
});

test("a file that can't be measured says so", () => {
  expect(trackFindingTexts(null)).toEqual([
    {
      short: "This file can't be measured.",
      text: "This file can't be measured.",
      isAdvice: true,
    },
  ]);
});
