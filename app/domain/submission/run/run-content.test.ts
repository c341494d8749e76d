import * as v from "valibot";
import { expect, test } from "vitest";
import { musicAnswersSchema } from "../music/music-step";
import { runContent } from "./run-content";

const nothing = { tracks: [], artwork: undefined, customArtwork: [], hasClips: false };
const ep = {
  uploadType: "new-music",
  releaseType: "ep",
  tracks: [
    { id: "a", title: "Dawn" },
    { id: "b", title: "Dusk", useCustomArtwork: true, socialClipsEnabled: true },
    { id: "c", title: "Night" },
  ],
  waterfallEnabled: true,
};
const everything = new Set(["audio:a", "audio:b", "audio:c", "artwork", "custom-artwork:b"]);
const content = (answers: object, fileSlots: ReadonlySet<string> = everything) =>
  runContent(v.parse(musicAnswersSchema, answers), fileSlots);

test("a waterfall goes through its tracks in order, its artwork, and the tracks' own artwork", () => {
  expect(content(ep)).toEqual({
    tracks: [
      { slot: "audio:a", title: "Dawn" },
      { slot: "audio:b", title: "Dusk" },
      { slot: "audio:c", title: "Night" },
    ],
    artwork: "artwork",
    customArtwork: [{ slot: "custom-artwork:b", title: "Dusk" }],
    hasClips: true,
  });
});

test("slots without a file are not waited for", () => {
  expect(content(ep, new Set(["audio:c"]))).toEqual({
    ...nothing,
    tracks: [{ slot: "audio:c", title: "Night" }],
    hasClips: true,
  });
});

test("artwork of single tracks goes along only in a waterfall", () => {
  expect(content({ ...ep, waterfallEnabled: false }).customArtwork).toEqual([]);
});

test("clips are handed over only where a track has them switched on", () => {
  const tracks = ep.tracks.map((track) => ({ ...track, socialClipsEnabled: false }));
  expect(content({ ...ep, tracks }).hasClips).toBe(false);
});

test("a transfer alone has no files and no clips, whatever was once typed", () => {
  expect(content({ ...ep, uploadType: "transfer" })).toEqual(nothing);
  expect(content({ ...ep, uploadType: "both" }).tracks).toHaveLength(3);
});
