import { expect, test } from "vitest";
import { findDuplicateAudio } from "./advice";

const track = (position: number, title: string, fingerprint: string) => ({
  position,
  title,
  fingerprint,
});

test("finds tracks with the same audio, in the order of the release", () => {
  const tracks = [
    track(4, "  ", "b"),
    track(1, "Night Ferry", "a"),
    track(2, "Harbour", "b"),
    track(3, "Tide", "a"),
    track(5, "Salt", "c"),
    track(6, "Tide again", "a"),
  ];
  expect(findDuplicateAudio(tracks)).toEqual([
    {
      positions: [1, 3, 6],
      advice: {
        code: "same-audio",
        text: "Tracks 1 (Night Ferry), 3 (Tide) and 6 (Tide again) are the same audio. Check that each track has its own file, and choose the right one where it doesn't.",
        tone: "advice",
      },
    },
    {
      positions: [2, 4],
      advice: {
        code: "same-audio",
        text: "Tracks 2 (Harbour) and 4 are the same audio. Check that each track has its own file, and choose the right one where it doesn't.",
        tone: "advice",
      },
    },
  ]);
});

test("finds nothing where every track has its own audio", () => {
  expect(findDuplicateAudio([])).toEqual([]);
  expect(findDuplicateAudio([track(1, "a", "x"), track(2, "b", "y")])).toEqual([]);
});
