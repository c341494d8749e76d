import { expect, test } from "vitest";
import { clipPath } from "./clip-path";
import { clipSubject, planClips } from "./clip-plan";

const clip = (id: string) => ({ id, startTime: "00:30", endTime: "01:00" });
const release = (titles: string[]) =>
  titles.map((title, i) => ({
    title,
    uploadId: `u${i + 1}`,
    clips: [clip("clip-1"), clip("clip-2")],
    clipDate: "2027-05-01",
  }));
const names = (titles: string[]) => planClips(release(titles)).map(({ fileName }) => fileName);

test("clips are named by track and clip", () => {
  const [first, second] = planClips(release(["Night Ferry"]));
  expect(first).toMatchObject({
    fileName: "Night Ferry - clip 1.wav",
    track: "Night Ferry",
    trackNumber: 1,
    number: 1,
    releaseDate: "2027-05-01",
  });
  expect(second?.fileName).toBe("Night Ferry - clip 2.wav");
  expect(clipSubject({ uploadId: "u1", clipId: "clip-1" })).toBe("u1:clip-1");
});

test("titles that no file may have, that are empty or the same, still give names of their own", () => {
  expect(names(["AC/DC: <live>", ""])).toEqual([
    "AC-DC_ _live_ - clip 1.wav",
    "AC-DC_ _live_ - clip 2.wav",
    "Track 2 - clip 1.wav",
    "Track 2 - clip 2.wav",
  ]);
  expect(new Set(names(["Intro", "intro", "Outro"])).size).toBe(6);
  expect(names(["Intro", "intro"])[2]).toBe("intro (track 2) - clip 1.wav");
  expect(names(["\u200b\u2060"])[0]).toBe("Track 1 - clip 1.wav");
});

test("no two tracks' clips have the same name, whatever their titles are made of", () => {
  for (const titles of [
    ["Intro", "intro", "Intro (track 2)"],
    ["Track 2", ""],
    ["Caf\u00e9", "Cafe\u0301"],
    ["A (track 2)", "a", "A", "A (track 2)"],
    [`${"x".repeat(80)}1`, `${"x".repeat(80)}2`],
  ]) {
    const all = names(titles).map((name) => name.normalize("NFC").toLowerCase());
    expect(new Set(all).size).toBe(2 * titles.length);
  }
});

test.each([
  `${"a".repeat(79)}\u{1f3b5} song`,
  `${"\u{1f3b5}".repeat(130)}`,
  "half \ud83c of a sign",
])("a name holds no half of a sign: an address could not hold it", (title) => {
  const [clip] = planClips(release([title]));
  const name = { submissionId: "s", uploadId: "u1", clipId: "clip-1" };
  expect(() => clipPath(name, clip?.fileName ?? "")).not.toThrow();
});

test("a long title in any script leaves room for the numbers behind it", () => {
  for (const words of ["रात की नाव ", "ночной паром ", "夜のフェリー", "👍🏽"]) {
    const all = names(Array.from({ length: 12 }, () => words.repeat(40)));
    expect(all.at(-1)).toMatch(/ \(track 12\) - clip 2\.wav$/);
    for (const name of all) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  }
});

test("a track without a file has none, and keeps its place in the release", () => {
  const tracks = release(["A", "B"]).map((track) =>
    track.title === "A" ? { ...track, uploadId: undefined } : track,
  );
  const clips = planClips(tracks);
  expect(clips.map(({ track, trackNumber }) => [track, trackNumber])).toEqual([
    ["B", 2],
    ["B", 2],
  ]);
});
