import * as v from "valibot";
import { expect, test } from "vitest";
import { ARTWORK_SLOT, audioSlot, customArtworkSlot } from "~/domain/uploads/slots";
import { errorTexts } from "~/forms/form-reply";
import { checkMusicStep } from "./check-music";
import { checkMusicFully } from "./check-music.server";
import { fillSingleTitle, type MusicAnswers, musicAnswersSchema } from "./music-step";
import { slotsInUse } from "./slot-fields";

const today = new Date("2027-01-04T12:00:00Z");
const read = (fields: unknown) => v.parse(musicAnswersSchema, fields);
const solo = { title: "Night Ferry", metadata: { soloWork: "on" } };
const single = {
  tracks: [solo],
  releaseTitle: "Night Ferry",
  primaryGenre: "Folk",
  subGenre: "Indie Folk",
  releaseDate: "2027-02-15",
};
const storedSlots = (...ids: string[]) => new Set(ids.map(audioSlot));
const errorsOf = (fields: object, slots = storedSlots("track-1")) =>
  errorTexts(checkMusicFully(read(fields), { today, slots }));

test("a form that nobody has touched is new music, a single", () => {
  expect(read({})).toMatchObject({ uploadType: "new-music", releaseType: "single", tracks: [] });
});

const ep = (count: number, more: object = {}) => ({
  ...single,
  releaseType: "ep",
  tracks: Array.from({ length: count }, (_, index) => ({ ...solo, title: `Song ${index + 1}` })),
  ...more,
});

test.each<[string, object, Set<string>, Record<string, string>]>([
  [
    "a sub-genre of another genre is no sub-genre",
    { ...single, subGenre: "Bebop" },
    storedSlots("track-1"),
    { subGenre: "Please choose a sub-genre of Folk from the list" },
  ],
  [
    "a single has at most two tracks",
    { ...ep(3), releaseType: "single" },
    storedSlots("track-1"),
    {
      "tracks[2].title":
        "Single releases have at most 2 tracks. Remove tracks, or choose another release type.",
    },
  ],
  [
    "the dates of a waterfall follow one another",
    ep(2, {
      waterfallEnabled: "on",
      tracks: [
        { ...solo, releaseDate: "2027-03-01" },
        { ...solo, releaseDate: "2027-03-01" },
      ],
    }),
    storedSlots("track-1"),
    { "tracks[1].releaseDate": "Track 2 must come out after track 1" },
  ],
  [
    "clips that are switched on must be readable",
    {
      ...single,
      tracks: [
        {
          ...solo,
          socialClipsEnabled: "on",
          socialClips: [{ startTime: "0:75", endTime: "00:30" }],
        },
      ],
    },
    storedSlots("track-1"),
    {
      "tracks[0].socialClips[0].startTime":
        "Please enter the start time as mm:ss, with minutes and seconds from 00 to 59",
    },
  ],
])("%s", (_, fields, slots, errors) => {
  expect(errorsOf(fields, slots)).toEqual(errors);
});

test("clips that are switched off are not checked", () => {
  const tracks = [{ ...solo, socialClips: [{ startTime: "x", endTime: "y" }] }];
  expect(errorsOf({ ...single, tracks })).toEqual({});
});

test("the server refuses roles that are on no list", () => {
  const artist = { firstName: "Ada", surname: "Low", roles: ["Wizard"] };
  const answers = read({
    ...single,
    tracks: [{ title: "A", metadata: { featuredArtists: [artist] } }],
  });
  const facts = { today, slots: storedSlots("track-1") };
  expect(errorTexts(checkMusicStep(answers, facts))).toEqual({});
  expect(Object.keys(checkMusicStep(answers, { ...facts, isRole: () => false }))).toEqual([
    "tracks[0].metadata.featuredArtists[0].roles",
  ]);
});

test("a draft from before tracks had ids, dates and clips still opens", () => {
  const old = {
    ...single,
    tracks: [{ title: "A", metadata: { soloWork: true, songwriters: [] } }],
  };
  const { tracks, waterfallEnabled, catalogueItems }: MusicAnswers = read(old);
  expect(tracks[0]).toMatchObject({ id: "track-1", useCustomArtwork: false, socialClips: [] });
  expect([waterfallEnabled, catalogueItems]).toEqual([false, []]);
});

test("the slots in use are the artwork's, every track's, and those of artwork of their own", () => {
  const { tracks } = read({ tracks: [{ useCustomArtwork: "on" }, {}] });
  expect([...slotsInUse({ tracks })]).toEqual([
    ARTWORK_SLOT,
    audioSlot("track-1"),
    customArtworkSlot("track-1"),
    audioSlot("track-2"),
  ]);
});

test("an id that could break a slot is replaced", () => {
  expect(read({ tracks: [{ id: "a:b/../c" }] }).tracks[0]?.id).toBe("track-1");
});

test("a single without a title is called as its track, and a track as its single", () => {
  const titlesOf = (fields: object) => {
    const { releaseTitle, tracks } = fillSingleTitle(v.parse(musicAnswersSchema, fields));
    return [releaseTitle, ...tracks.map(({ title }) => title)];
  };
  const single = { releaseType: "single" };
  expect(titlesOf({ ...single, releaseTitle: "Tide", tracks: [{}] })).toEqual(["Tide", "Tide"]);
  expect(titlesOf({ ...single, tracks: [{ title: "Tide" }] })).toEqual(["Tide", "Tide"]);
  const both = { ...single, releaseTitle: "Sea", tracks: [{ title: "Tide" }] };
  expect(titlesOf(both)).toEqual(["Sea", "Tide"]);
  expect(titlesOf({ ...single, tracks: [{ title: "Tide" }, {}] })).toEqual(["", "Tide", ""]);
  expect(titlesOf({ releaseType: "ep", releaseTitle: "Sea", tracks: [{}] })).toEqual(["Sea", ""]);
});
