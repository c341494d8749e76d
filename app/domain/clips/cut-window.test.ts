import { expect, test } from "vitest";
import { cutWindow } from "./cut-clip.server";

const track = { sampleRate: 48_000, frames: 48_000 * 90 + 24_000, seconds: 90.5 };
const toWindow = (startTime: string, endTime: string) => cutWindow({ startTime, endTime }, track);

test("times become frames", () => {
  expect(toWindow("00:30", "01:00")).toEqual({
    ok: true,
    range: { from: 1_440_000, to: 2_880_000 },
    notes: [],
  });
});

test("a clip that outlasts its track ends with it, and says so", () => {
  expect(toWindow("01:00", "01:30")).toMatchObject({ range: { to: 4_320_000 }, notes: [] });
  expect(toWindow("01:20", "02:20")).toEqual({
    ok: true,
    range: { from: 3_840_000, to: track.frames },
    notes: ["It was to end at 02:20, but the track ends at 01:30: it lasts 10.5 seconds."],
  });
});

test("a remainder shorter than one frame of a clip is not cut", () => {
  const times = { startTime: "00:01", endTime: "00:31" };
  const shortTrack = { sampleRate: 384_000, frames: 384_001, seconds: 384_001 / 384_000 };
  expect(cutWindow(times, shortTrack).ok).toBe(false);
  expect(cutWindow(times, { ...shortTrack, frames: 384_010 }).ok).toBe(true);
});

test.each([
  ["01:31", "02:00", "The clip starts at 01:31, after the end of the track at 01:30."],
  ["04:00", "05:00", "The clip starts at 04:00, after the end of the track at 01:30."],
  ["01:00", "01:00", "The clip would end at 01:00, before it starts at 01:00."],
  ["soon", "01:00", 'The times "soon" and "01:00" are not mm:ss.'],
])("%s to %s cannot be cut", (start, end, text) => {
  expect(toWindow(start, end)).toEqual({ ok: false, text });
});
