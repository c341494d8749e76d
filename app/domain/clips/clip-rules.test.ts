import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { errorTexts } from "~/forms/form-reply";
import { minutesAndSeconds } from "~/platform/formats/minutes-and-seconds";
import { clipWindow, endClipAt, startClipAt } from "./clip-length";
import {
  addClip,
  checkClip,
  clipBeyondTrackText,
  clipsSummary,
  normalizeClipTime,
  parseClipTime,
  removeClip,
  socialClipsSchema,
  startsAfterTrack,
} from "./clip-rules";

const clip = (startTime: string, endTime: string) => ({
  id: "clip-1",
  startTime,
  endTime,
  description: "",
});

test.each([
  [65.9, "01:05"],
  [-1, "00:00"],
  [9_999, "59:59"],
])("%f seconds are shown as %s", (seconds, text) => {
  expect(minutesAndSeconds(seconds)).toBe(text);
});

test.each([
  ["01:05", "01:05"],
  [" 1:05 ", "01:05"],
  ["105", "01:05"],
  ["0105", "01:05"],
  ["30", "00:30"],
  ["5", "00:05"],
  ["1.05", "01:05"],
  ["1,05", "01:05"],
  ["1 05", "01:05"],
  ["0075", "0075"],
  ["75", "75"],
  ["12345", "12345"],
  ["soon", "soon"],
  ["", ""],
])("typed as %j a clip time becomes %j", (input, text) => {
  expect(normalizeClipTime(input)).toBe(text);
});

test("every second up to 59:59 survives the way to mm:ss and back", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3_599 }), (seconds) => {
      const text = minutesAndSeconds(seconds);
      expect(text).toMatch(/^\d\d:\d\d$/);
      expect(parseClipTime(text)).toBe(seconds);
    }),
  );
});

test("a time with minutes or seconds beyond 59 is refused", () => {
  const two = (number: number) => String(number).padStart(2, "0");
  fc.assert(
    fc.property(fc.nat(99), fc.nat(99), (minutes, seconds) => {
      const parsedSeconds = parseClipTime(`${two(minutes)}:${two(seconds)}`);
      expect(parsedSeconds).toBe(minutes < 60 && seconds < 60 ? minutes * 60 + seconds : undefined);
    }),
  );
});

test("no text is ever read as anything but whole seconds below an hour", () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(..."0123456789:"), maxLength: 6 }),
  );
  fc.assert(
    fc.property(text, (input) => {
      const parsedSeconds = parseClipTime(input);
      if (parsedSeconds === undefined) return;
      expect(Number.isInteger(parsedSeconds) && parsedSeconds >= 0 && parsedSeconds < 3_600).toBe(
        true,
      );
      expect(minutesAndSeconds(parsedSeconds)).toBe(input.trim().padStart(5, "0"));
    }),
  );
});

test("switching clips on creates one from 00:00 to 00:30, a second can be added, a third not", () => {
  const one = addClip([]);
  expect(one).toEqual([{ id: "clip-1", startTime: "00:00", endTime: "00:30", description: "" }]);
  const two = addClip(one);
  expect(two.map(({ id }) => id)).toEqual(["clip-1", "clip-2"]);
  expect(addClip(two)).toEqual(two);
});

test("a clip can be removed only when there is more than one", () => {
  const two = addClip(addClip([]));
  expect(removeClip(two, "clip-1").map(({ id }) => id)).toEqual(["clip-2"]);
  expect(removeClip(addClip([]), "clip-1")).toHaveLength(1);
  expect(
    addClip(removeClip(two, "clip-1"))
      .map(({ id }) => id)
      .sort(),
  ).toEqual(["clip-1", "clip-2"]);
});

const unreadable = "as mm:ss, with minutes and seconds from 00 to 59";
test.each([
  ["00:00", "00:30", {}],
  ["00:10", "00:10", { endTime: "The clip must end after it starts" }],
  ["x", "00:10", { startTime: `Please enter the start time ${unreadable}` }],
  ["00:10", "", { endTime: `Please enter the end time ${unreadable}` }],
])("the clip %s to %s gives %j", (start, end, errors) => {
  expect(errorTexts(checkClip(clip(start, end)))).toEqual(errors);
});

const endsThere = "The track ends at 00:20, so the clip ends there";
test.each([
  ["00:00", "00:20", 20, undefined],
  ["00:00", "00:21", 20.2, undefined],
  ["00:10", "00:45", 20, endsThere],
  ["00:10", "00:22", 20.2, endsThere],
  ["00:20", "00:45", 20, "The track ends at 00:20, before this clip starts: nothing is cut"],
  ["02:31", "03:01", 151, "The track ends at 02:31, before this clip starts: nothing is cut"],
  ["00:10", "00:45", undefined, undefined],
  ["00:45", "00:10", 20, undefined],
  ["x", "00:45", 20, undefined],
])(
  "the clip %s to %s of a track of %d seconds gives the notice %j",
  (start, end, seconds, text) => {
    expect(clipBeyondTrackText(clip(start, end), seconds)).toBe(text);
  },
);

test.each([
  ["00:00", 0.2, false],
  ["00:20", 20.2, false],
  ["00:20", 20, true],
  ["00:20", 20.00001, true],
  ["02:00", 20, true],
  ["x", 20, false],
])(
  "that a clip at %s starts after the end of a track of %d seconds is %s",
  (start, seconds, late) => {
    expect(startsAfterTrack(clip(start, "05:00"), seconds)).toBe(late);
  },
);

test("a description that is far too long is refused", () => {
  const longClip = { ...clip("00:00", "00:30"), description: "x".repeat(501) };
  expect(errorTexts(checkClip(longClip))).toEqual({
    description: "The clip description must be 500 characters or fewer",
  });
});

test("posted clips are cut to two, get ids, and readable times become mm:ss", () => {
  const postedClips = [{ startTime: "1:05", endTime: "later" }, {}, { startTime: "00:00" }];
  expect(v.parse(socialClipsSchema, postedClips)).toEqual([
    { id: "clip-1", startTime: "01:05", endTime: "later", description: "" },
    { id: "clip-2", startTime: "", endTime: "", description: "" },
  ]);
  expect(v.parse(socialClipsSchema, "nonsense")).toEqual([]);
});

test.each([
  ["00:10", "00:40", { start: 10, end: 40 }],
  ["00:40", "00:10", undefined],
  ["00:10", "00:10", undefined],
  ["00:10", "soon", undefined],
])("a clip from %s to %s plays %j", (start, end, window) => {
  expect(clipWindow(clip(start, end))).toEqual(window);
});

test.each([
  ["00:00", "00:45", 10.8, "00:10", "00:45"],
  ["00:00", "00:45", 62, "01:02", "01:47"],
  ["00:00", "soon", 62, "01:02", "01:32"],
  ["", "", 0, "00:00", "00:30"],
])("a clip %s to %s that is told to start at %f s", (start, end, at, startTime, endTime) => {
  expect(startClipAt(clip(start, end), at)).toEqual({ startTime, endTime });
});

test.each([
  ["00:10", "00:45", 62.9, "00:10", "01:02"],
  ["01:30", "02:15", 62, "00:17", "01:02"],
  ["soon", "", 62, "00:32", "01:02"],
  ["01:30", "02:00", 12, "00:00", "00:12"],
])("a clip %s to %s that is told to end at %f s", (start, end, at, startTime, endTime) => {
  expect(endClipAt(clip(start, end), at)).toEqual({ startTime, endTime });
});

test("whatever was typed, an end set by ear leaves a stretch that can be played", () => {
  const time = fc.oneof(
    fc.string({ maxLength: 5 }),
    fc.integer({ max: 3_599 }).map(minutesAndSeconds),
  );
  fc.assert(
    fc.property(time, time, fc.double({ min: 0, max: 3_500, noNaN: true }), (start, end, at) => {
      const before = { startTime: start, endTime: end };
      expect(clipWindow(startClipAt(before, at))?.start).toBe(Math.floor(at));
      if (at >= 1) expect(clipWindow(endClipAt(before, at))?.end).toBe(Math.floor(at));
    }),
  );
});

test.each([
  [[clip("00:00", "00:30")], "1 clip: 00:00-00:30"],
  [[clip("00:00", "00:30"), clip("01:00", "")], "2 clips: 00:00-00:30, 01:00-?"],
])("clips are summed up as their times", (clips, text) => {
  expect(clipsSummary(clips)).toBe(text);
});
