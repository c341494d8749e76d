import * as v from "valibot";
import { expect, test } from "vitest";
import { audioSlot, customArtworkSlot } from "~/domain/uploads/slots";
import { musicAnswersSchema } from "../music/music-step";
import { aboutAnswersSchema } from "../steps/about-step";
import { artistAnswersSchema } from "../steps/artist-step";
import { composeRelease, filesOf } from "./compose-release";

const file = (slot: string) => ({
  uploadId: `upload of ${slot}`,
  kind: "track" as const,
  slot,
  key: "k",
  fileName: "f",
  contentType: "audio/wav",
  size: 1,
});
const slots = [
  "artwork",
  audioSlot("a"),
  audioSlot("b"),
  customArtworkSlot("b"),
  audioSlot("gone"),
];
const files = slots.map(file);
const compose = (music: object) =>
  composeRelease(
    {
      artist: v.parse(artistAnswersSchema, { artistName: "Sigrid Vale" }),
      music: v.parse(musicAnswersSchema, music),
      about: v.parse(aboutAnswersSchema, { bio: "Songs." }),
    },
    files,
  );

const clip = { id: "clip-1", startTime: "00:10", endTime: "00:40", description: "" };
const waterfall = {
  releaseType: "ep",
  releaseTitle: "Harbour",
  releaseDate: "2027-03-01",
  waterfallEnabled: true,
  tracks: [
    {
      id: "a",
      title: "Low",
      releaseDate: "2027-03-01",
      socialClipsEnabled: true,
      socialClips: [clip],
    },
    {
      id: "b",
      title: "High",
      releaseDate: "2027-04-12",
      useCustomArtwork: true,
      socialClips: [clip],
      metadata: { songwriters: [{ firstName: "Bo", lastName: "Ek", percentage: "60" }, {}] },
    },
  ],
  distributor: "DistroKid",
};

test("a waterfall is recorded with its dates, its files, its clips and whole numbers as shares", () => {
  const form = compose(waterfall);
  expect(form).toMatchObject({
    artistName: "Sigrid Vale",
    bio: "Songs.",
    classifiedType: "ep",
    waterfallEnabled: true,
    artworkUploadId: "upload of artwork",
    distributor: "",
  });
  expect(form.tracks[0]).toMatchObject({
    uploadId: "upload of audio:a",
    releaseDate: "2027-03-01",
    socialClips: [clip],
  });
  expect(form.tracks[1]).toMatchObject({
    customArtworkUploadId: "upload of custom-artwork:b",
    socialClipsEnabled: false,
    socialClips: [],
    metadata: { songwriters: [{ firstName: "Bo", lastName: "Ek", percentage: 60 }] },
  });
});

test("dates and artwork of single tracks are left out where the release is no waterfall", () => {
  const { tracks } = compose({ ...waterfall, waterfallEnabled: false });
  expect(tracks.map(({ releaseDate }) => releaseDate)).toEqual(["", ""]);
  expect(tracks[1]?.customArtworkUploadId).toBeUndefined();
});

test("a transfer records nothing of a release that was typed before", () => {
  expect(compose({ ...waterfall, uploadType: "transfer" })).toMatchObject({
    uploadType: "transfer",
    tracks: [],
    releaseTitle: "",
    distributor: "DistroKid",
  });
});

test("files are listed by their tracks, whatever came first, the release's artwork last", () => {
  const form = compose(waterfall);
  const slotOrder = filesOf(form, files).map(({ slot }) => slot);
  expect(filesOf(form, files.toReversed()).map(({ slot }) => slot)).toEqual(slotOrder);
  expect(slotOrder).toEqual([audioSlot("a"), audioSlot("b"), customArtworkSlot("b"), "artwork"]);
});

test("only the files the form speaks of belong to the submission", () => {
  const usedSlots = filesOf(compose(waterfall), files).map(({ slot }) => slot);
  expect([...usedSlots].sort()).toEqual(slots.slice(0, 4).sort());
  expect(filesOf(compose({ ...waterfall, uploadType: "transfer" }), files)).toEqual([]);
});
