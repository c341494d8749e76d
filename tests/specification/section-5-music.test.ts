import * as v from "valibot";
import { expect, test } from "vitest";
import { checkMusicStep } from "~/domain/submission/music/check-music";
import { musicAnswersSchema } from "~/domain/submission/music/music-step";
import { isReady } from "~/domain/submission/record/readiness.server";
import { artistAnswersSchema } from "~/domain/submission/steps/artist-step";
import { audioSlot } from "~/domain/uploads/slots";
import { errorTexts } from "~/forms/form-reply";
import { genres } from "~/reference/genres";
import { primaryGenres } from "~/reference/primary-genres";

// Wizard document, section 5, "Step 1" and "Review readiness". One row per rule.

const today = new Date("2027-01-04T12:00:00Z");
const solo = { id: "a", title: "Ferry", metadata: { soloWork: "on" } };
const whole = {
  tracks: [solo],
  releaseTitle: "Ferry",
  primaryGenre: "Folk",
  subGenre: "None of the above",
  releaseDate: "2027-02-15",
};
const item = {
  type: "album",
  id: "abc",
  title: "Harbour",
  artist: "Vale",
  image: null,
  spotifyUrl: "https://open.spotify.com/album/abc",
  releaseDate: "2020",
  albumDetails: {
    label: "Unknown Label",
    copyrights: [],
    tracks: [],
    totalTracks: 0,
    upc: null,
    releaseDate: "2020",
  },
};
const transfer = { uploadType: "transfer", catalogueItems: [item], distributor: "" };
const slots = new Set([audioSlot("a"), audioSlot("b")]);
const findErrors = (fields: object, filledSlots: ReadonlySet<string> = slots) =>
  errorTexts(checkMusicStep(v.parse(musicAnswersSchema, fields), { today, slots: filledSlots }));

const NO_TRACK = "Please add at least one track for your release";
const TITLES = "Track titles are required for all tracks";
const DATE = "Release date must be at least 6 weeks from today";
const REASON = "Please provide a reason for the early release request";
const NEEDS = 'Track 1 "Ferry" needs contributors and roles';
const NO_RELEASE = "Please add at least one release to transfer";
const NOBODY = { ...solo, metadata: {} };
const musicWith = (metadata: object) => ({ ...whole, tracks: [{ ...solo, metadata }] });
const person = { firstName: "Ada", surname: "Low", roles: ["Drums"] };
const writer = { firstName: "Ada", lastName: "Low", percentage: "100" };
const early = { ...whole, earlyReleaseRequest: "on", releaseDate: "2027-01-10" };

test.each<[string, object, string[]]>([
  ["all rules kept", whole, []],
  [
    "rule 1: no tracks at all",
    { ...whole, tracks: [] },
    ["Please add tracks for your release", TITLES],
  ],
  ["rule 2: track titles", { ...whole, tracks: [{ ...solo, title: " " }] }, [TITLES]],
  [
    "rule 2: titles of all tracks",
    { ...whole, tracks: [solo, { ...solo, id: "b", title: "" }] },
    [TITLES],
  ],
  ["rule 3: release title", { ...whole, releaseTitle: " " }, ["Release title is required"]],
  ["rule 4: primary genre", { ...whole, primaryGenre: "" }, ["Primary genre is required"]],
  ["rule 5: sub-genre", { ...whole, subGenre: "" }, ["Sub-genre is required"]],
  ["rule 6: a track with a file and nobody", { ...whole, tracks: [NOBODY] }, [NEEDS]],
  [
    "rule 6: tracks are counted from 1",
    { ...whole, tracks: [solo, { ...NOBODY, id: "b", title: "Quay" }] },
    ['Track 2 "Quay" needs contributors and roles'],
  ],
  ["rule 6: solo work is enough", musicWith({ soloWork: "on" }), []],
  ["rule 6: one featured artist is", musicWith({ featuredArtists: [person] }), []],
  ["rule 6: one non-featured artist is", musicWith({ nonFeaturedArtists: [person] }), []],
  ["rule 6: one producer is", musicWith({ producers: ["Max"] }), []],
  ["rule 6: one songwriter is", musicWith({ songwriters: [writer] }), []],
  ["rule 7: early release without a reason", early, [REASON]],
  ["rule 7: early release with one", { ...early, earlyReleaseReason: "A tour" }, []],
  ["rule 7: a date one day too early", { ...whole, releaseDate: "2027-02-14" }, [DATE]],
  ["rule 7: exactly six weeks from today", { ...whole, releaseDate: "2027-02-15" }, []],
])("section 5, step 1, %s", (_, fields, texts) => {
  expect(Object.values(findErrors(fields))).toEqual(texts);
});

test("section 5, step 1, rule 1: at least one track has its file", () => {
  expect(Object.values(findErrors(whole, new Set()))).toEqual([NO_TRACK]);
});

test("section 5, step 1, rule 6: a track without a file needs nobody", () => {
  const second = { ...NOBODY, id: "c", title: "Quay" };
  expect(findErrors({ ...whole, tracks: [solo, second] })).toEqual({});
});

test("section 5, step 1, errors come in the order of the specification", () => {
  const wrong = {
    tracks: [
      { ...NOBODY, title: "" },
      { ...NOBODY, id: "b" },
    ],
    releaseDate: "2027-01-05",
  };
  expect(Object.values(findErrors(wrong))).toEqual([
    TITLES,
    "Release title is required",
    "Primary genre is required",
    "Sub-genre is required",
    'Track 1 "" needs contributors and roles',
    'Track 2 "Ferry" needs contributors and roles',
    DATE,
  ]);
  expect(Object.values(findErrors({ ...wrong, uploadType: "both" })).at(-1)).toBe(NO_RELEASE);
});

test.each<[string, object, string[]]>([
  ["transfer without a release", { ...transfer, catalogueItems: [] }, [NO_RELEASE]],
  ["transfer: the distributor is not checked", transfer, []],
  ["both without a release", { ...whole, uploadType: "both" }, [NO_RELEASE]],
  ["both with all of it", { ...whole, ...transfer, uploadType: "both" }, []],
  ["new music needs no release to transfer", { ...whole, uploadType: "new-music" }, []],
])("section 5, step 1, transfer or both: %s", (_, fields, texts) => {
  expect(Object.values(findErrors(fields))).toEqual(texts);
});

test("section 3, genres: every one of the specification, each ending in 'None of the above'", () => {
  expect(primaryGenres.join(", ")).toBe(
    "Pop, Folk, Country, Jazz, R&B/Soul, Rock, African, Alternative, Arabic, Asian, Blues, " +
      "Brazilian, Christian & Gospel, Classical, Easy Listening, Electronic, Hip-Hop/Rap, Indian, " +
      "Latin, Metal, Reggae, Relaxation, Various, World Music",
  );
  for (const { subGenres } of genres) expect(subGenres.at(-1)).toBe("None of the above");
});

const artist = { artistName: "Vale", country: "Ireland", city: "Cork" };

test.each<[string, object, object, boolean, boolean]>([
  ["everything it needs", {}, {}, true, true],
  ["artist name", { artistName: "" }, {}, true, false],
  ["country", { country: "" }, {}, true, false],
  ["city", { city: "" }, {}, true, false],
  ["release title", {}, { releaseTitle: "" }, true, false],
  ["primary genre", {}, { primaryGenre: "" }, true, false],
  ["release date", {}, { releaseDate: "" }, true, false],
  ["at least one track with a file", {}, {}, false, false],
])("section 5, review readiness: %s", (_, who, what, stored, ready) => {
  const answers = {
    artist: v.parse(artistAnswersSchema, { ...artist, ...who }),
    music: v.parse(musicAnswersSchema, { ...whole, ...what }),
  };
  const state = { answers, stored: stored ? slots : new Set<string>(), sending: new Map() };
  expect(isReady(state, today)).toBe(ready);
});
