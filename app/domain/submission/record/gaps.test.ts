import * as v from "valibot";
import { expect, test } from "vitest";
import { audioSlot } from "~/domain/uploads/slots";
import { musicAnswersSchema } from "../music/music-step";
import { aboutAnswersSchema } from "../steps/about-step";
import { artistAnswersSchema } from "../steps/artist-step";
import { findGaps } from "./gaps.server";

const today = new Date("2027-01-04T12:00:00Z");
const artist = v.parse(artistAnswersSchema, {
  artistName: "Vale",
  firstName: "Sigrid",
  surname: "Valentin",
  email: "vale@example.com",
  country: "Ireland",
  city: "Cork",
});
const solo = { soloWork: "on" };
const ferry = { id: "a", title: "Ferry", metadata: solo };
const quay = { id: "b", title: "Quay", metadata: solo };
const release = {
  releaseType: "single",
  releaseTitle: "Ferry",
  primaryGenre: "Folk",
  subGenre: "Indie Folk",
  releaseDate: "2027-04-01",
};

/** What a release lacks whose other steps are whole, as [track, field, text]. */
function lacks(
  musicFields: object,
  files: { stored?: string[]; sending?: string[]; seconds?: Record<string, number> } = {},
) {
  const { stored = ["a", "b"], sending = [], seconds = {} } = files;
  const music = v.parse(musicAnswersSchema, { ...release, ...musicFields });
  const answers = { artist, music, about: v.parse(aboutAnswersSchema, {}) };
  const state = {
    answers,
    stored: new Set(stored.map(audioSlot)),
    sending: new Map(
      sending.map((id) => {
        const before = { uploadId: id, fileName: `old ${id}.wav` };
        const storedFile = stored.includes(id) ? { stored: before } : {};
        return [audioSlot(id), { fileName: `${id}.wav`, ...storedFile }];
      }),
    ),
    trackSeconds: new Map(Object.entries(seconds).map(([id, length]) => [audioSlot(id), length])),
  };
  return findGaps(state, today).map(({ trackId, field, text }) => [trackId, field, text]);
}

test("a release whose tracks are all whole lacks nothing", () => {
  expect(lacks({ tracks: [ferry, quay] })).toEqual([]);
});

test("a track without audio is named, although the rules let it pass", () => {
  expect(lacks({ tracks: [ferry, quay] }, { stored: ["a"] })).toEqual([
    ["b", "tracks[1].file", "No audio yet"],
  ]);
});

test("that no track has any audio is said of the release, and of each track", () => {
  expect(lacks({ tracks: [ferry] }, { stored: [] })).toEqual([
    [undefined, "tracks[0].file", "Please add at least one track for your release"],
    ["a", "tracks[0].file", "No audio yet"],
  ]);
});

test("a file that has not fully arrived is named as incomplete, not as missing", () => {
  const gapList = lacks({ tracks: [ferry, quay] }, { stored: ["a"], sending: ["b"] });
  expect(gapList).toEqual([["b", "tracks[1].file", expect.stringContaining("b.wav")]]);
});

test("a pending replacement is named once, with the stored file that can be kept", () => {
  const gapList = lacks({ tracks: [ferry, quay] }, { sending: ["b"] });
  const text = `"b.wav" hasn't fully arrived. Wait until it's stored, choose it again, or keep "old b.wav".`;
  expect(gapList).toEqual([["b", "tracks[1].file", text]]);
});

test("shares that do not make 100 % are named once, at the first of them", () => {
  const sharedTrack = (percentage: string) => ({
    ...ferry,
    metadata: { songwriters: [{ firstName: "Ada", lastName: "Low", percentage }] },
  });
  expect(lacks({ tracks: [sharedTrack("70")] })).toEqual([
    ["a", "tracks[0].metadata.songwriters[0].percentage", "Songwriters: Need 30% more"],
  ]);
  expect(lacks({ tracks: [sharedTrack("")] })).toEqual([
    ["a", "tracks[0].metadata.songwriters[0].percentage", "Songwriter's percentage is required"],
  ]);
  expect(lacks({ tracks: [sharedTrack("100")] })).toEqual([]);
});

const withClips = (...starts: string[]) => ({
  ...quay,
  socialClipsEnabled: "on",
  socialClips: starts.map((startTime) => ({ startTime, endTime: "05:00" })),
});

test("a clip that starts after the end of its track is named, with its place", () => {
  const tracks = [ferry, withClips("00:30", "01:40")];
  expect(lacks({ tracks }, { seconds: { a: 20, b: 100 } })).toEqual([
    [
      "b",
      "tracks[1].socialClips[1].startTime",
      "Clip 2 starts at 01:40, but the track ends at 01:40. Choose an earlier part for it.",
    ],
  ]);
  expect(lacks({ tracks }, { seconds: { a: 20, b: 101 } })).toEqual([]);
});

test("clips of a track whose length is unknown, and clips that are switched off, lack nothing", () => {
  expect(lacks({ tracks: [ferry, withClips("04:00")] })).toEqual([]);
  const tracks = [ferry, { ...withClips("04:00"), socialClipsEnabled: "" }];
  expect(lacks({ tracks }, { seconds: { b: 100 } })).toEqual([]);
});

test("missing custom artwork counts only in a waterfall", () => {
  const tracks = [
    { ...ferry, releaseDate: "2027-04-01", useCustomArtwork: "on" },
    { ...quay, releaseDate: "2027-05-13" },
  ];
  expect(lacks({ tracks, waterfallEnabled: "on" })).toEqual([
    ["a", "tracks[0].customArtwork", "No artwork of its own yet"],
  ]);
  expect(lacks({ tracks })).toEqual([]);
});

test("broken rules come with their fields, the release first, then track by track", () => {
  const gapList = lacks({ tracks: [{ ...ferry, title: "" }, quay], releaseTitle: "" });
  expect(gapList).toEqual([
    [undefined, "releaseTitle", "Release title is required"],
    ["a", "tracks[0].title", "Track titles are required for all tracks"],
  ]);
});

test("a transfer has no tracks that could lack anything", () => {
  const gapList = lacks({ uploadType: "transfer", tracks: [ferry] }, { stored: [] });
  expect(gapList.map(([, field]) => field)).toEqual(["catalogueItems"]);
});
