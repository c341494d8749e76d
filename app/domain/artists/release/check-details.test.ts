import * as v from "valibot";
import { expect, test } from "vitest";
import { errorTexts } from "~/forms/form-reply";
import { checkDetails, codesOf, unknownLanguageErrors } from "./check-details";
import { describeDetails } from "./describe-details";
import { type Details, detailsSchema, readDetails, startingDetails } from "./details";

const today = new Date("2026-11-23T12:00:00Z");
const oneTrack = { tracks: [{ title: "Tide" }] };
const twoTracks = { tracks: [{ title: "Tide" }, { title: "Ebb" }] };

const track = {
  id: "track-1",
  isrc: "GB-KTQ-26-00001",
  explicit: "no",
  credits: "right",
};
const completeDetails = {
  upc: "036000291452",
  labelName: "Tidal",
  language: "en",
  territory: "worldwide",
  cYear: "2026",
  cName: "Ada",
  pYear: "2026",
  pName: "Ada",
  ai: "no",
};
const details = (change: object = {}, ...tracks: object[]): Details =>
  v.parse(detailsSchema, {
    ...completeDetails,
    ...change,
    tracks: (tracks.length > 0 ? tracks : [{}]).map((changes, index) => ({
      ...track,
      id: `track-${index + 1}`,
      ...changes,
    })),
  });
const errors = (input: Details, form = oneTrack) => errorTexts(checkDetails(input, form, today));

test("details with everything in them pass, and so do codes that are left to us", () => {
  expect(errors(details())).toEqual({});
  expect(errors(details({ language: "", otherLanguages: "Breton, br" }))).toEqual({});
  expect(errors(details({ territory: "except", countries: "Iran / Cuba" }))).toEqual({});
  expect(errors(details({ upc: "", assignUpc: "on" }, { isrc: "", assignIsrc: "on" }))).toEqual({});
});

test("a language code without a name is refused where it was typed", () => {
  const typed = details({ otherLanguages: "br, qq" }, { otherLanguages: "Made up, xx-YY" });
  expect(errorTexts(unknownLanguageErrors(typed))).toEqual({
    otherLanguages: "We don't know the language code “qq”. Write its name instead.",
    "tracks[0].otherLanguages": "We don't know the language code “xx-YY”. Write its name instead.",
  });
  expect(unknownLanguageErrors(details({ otherLanguages: "ain, Ainu, pt-BR" }))).toEqual({});
});

test.each<[string, object, object, string]>([
  ["upc", { upc: "" }, {}, "Type the UPC, or ask us to assign one"],
  ["upc", { upc: "036000291453" }, {}, "The last digit of this UPC doesn't fit the others"],
  ["upc", { assignUpc: "on" }, {}, "You typed the UPC and asked us to assign one."],
  ["upc", { upc: "2000000000008" }, {}, "Shops make codes like this for their own labels"],
  ["labelName", { labelName: " " }, {}, "Type the label name"],
  ["labelName", { labelName: "x".repeat(121) }, {}, "must be 120 characters or fewer"],
  ["language", { language: "xx" }, {}, "Choose the language of the release"],
  ["otherLanguages", { otherLanguages: "x".repeat(201) }, {}, "must be 200 characters or fewer"],
  ["cYear", { cYear: "26" }, {}, "The © year has four digits, from 1900 to 2028"],
  ["pYear", { pYear: "2029" }, {}, "The ℗ year has four digits"],
  ["pName", { pName: "" }, {}, "Type who holds the ℗"],
  ["territory", { territory: "moon" }, {}, "Say where the release may come out"],
  ["countries", { territory: "list" }, {}, "Name the countries"],
  ["countries", { territory: "list", countries: "Ireland\nMordor" }, {}, 'country "Mordor"'],
  ["countries", { territory: "except" }, {}, "where the release may not come out"],
  ["countries", { territory: "except", countries: "Mordor" }, {}, 'country "Mordor"'],
  [
    "countries",
    { territory: "list", countries: "Worldwide except Iran" },
    {},
    "choose one of the answers above",
  ],
  ["ai", { ai: "" }, {}, "Say whether AI made any of it"],
  ["aiParts.vocals", { ai: "yes", aiNote: "A voice" }, {}, "Say which parts AI made"],
  [
    "aiNote",
    { ai: "yes" },
    { aiParts: { vocals: "all" } },
    "Say what AI made, and with which tool",
  ],
  ["tracks[0].isrc", {}, { isrc: "" }, "Type its ISRC, or ask us to assign one"],
  ["tracks[0].isrc", {}, { isrc: "GB-KTQ-26-001" }, "An ISRC has 12 letters and digits"],
  ["tracks[0].isrc", {}, { isrc: "XX-XXX-00-00000" }, "This is only a placeholder"],
  ["tracks[0].isrc", {}, { assignIsrc: "on" }, "You typed its ISRC and asked us"],
  ["tracks[0].explicit", {}, { explicit: "" }, "Say whether it has explicit words"],
  ["tracks[0].version", {}, { version: "x".repeat(61) }, "must be 60 characters or fewer"],
  ["tracks[0].language", {}, { language: "xx" }, "Choose its language"],
  ["tracks[0].lyrics", {}, { lyrics: "x".repeat(8_001) }, "must be 8000 characters or fewer"],
  [
    "tracks[0].lyrics",
    {},
    { lyrics: "La", language: "zxx" },
    "its language says that it has no words",
  ],
  ["tracks[0].credits", {}, { credits: "" }, "Check who is credited"],
  ["tracks[0].creditsNote", {}, { credits: "change" }, "Say what to change in the credits"],
  ["tracks[0].coverProof", {}, { coverProof: "x".repeat(501) }, "must be 500 characters or fewer"],
  [
    "workForHireProof",
    { workForHireProof: "x".repeat(501) },
    {},
    "must be 500 characters or fewer",
  ],
])("%s: %j %j is an error with a text", (field, change, trackChange, sentence) => {
  expect(errors(details(change, trackChange))).toEqual({
    [field]: expect.stringContaining(sentence),
  });
});

test("of two tracks with one ISRC the later one has an error that names the other", () => {
  expect(errors(details({}, {}, { isrc: "gbktq2600001" }), twoTracks)).toEqual({
    "tracks[1].isrc": "Track 2: Track 1 has this ISRC already. Every recording needs its own.",
  });
});

test("details start with values of the submission, and keep only its tracks", () => {
  const start = startingDetails(undefined, {
    ...twoTracks,
    artistName: "Ada",
    releaseDate: "2027-03-01",
  });
  expect(start).toMatchObject({ cYear: "2027", cName: "Ada", pYear: "2027", pName: "Ada" });
  const postedDetails = readDetails(
    {
      tracks: [
        { id: "track-2", isrc: "x" },
        { id: "track-9", isrc: "y" },
      ],
    },
    twoTracks,
  );
  expect(postedDetails.tracks.map(({ id, isrc }) => [id, isrc])).toEqual([
    ["track-1", ""],
    ["track-2", "x"],
  ]);
});

test("codes are compared in their stored form, with the title of the recording", () => {
  expect(codesOf(details({}, { version: " Live " }), oneTrack)).toEqual([
    { kind: "upc", code: "0036000291452", title: "", field: "upc" },
    { kind: "isrc", code: "GBKTQ2600001", title: "tide live", field: "tracks[0].isrc" },
  ]);
});

test("submitted details are formatted, with the shares of each track", () => {
  const list = { territory: "list", countries: "ireland, UK" };
  const summary = describeDetails(details(list, { isrc: "", assignIsrc: "on" }), oneTrack, {
    sentAt: "2026-11-23",
    shares: ["Ada 100% (the artist)"],
  });
  expect(summary.release).toContainEqual(["Territory", "Ireland, United Kingdom"]);
  expect(summary.tracks[0]).toContainEqual(["ISRC", "Please assign one"]);
  expect(summary.tracks[0]).toContainEqual(["Shares", "Ada 100% (the artist)"]);
});

test("distributors are told codes and countries as these are stored, and no code that can't be", () => {
  const deliveryOf = (change: object, ...tracks: object[]) =>
    describeDetails(details(change, ...tracks), oneTrack, { sentAt: "2026-11-23", shares: [] })
      .delivery;
  expect(deliveryOf({ territory: "except", countries: "Russia, UK, Atlantis" })).toMatchObject({
    ...{ gtin: "0036000291452", labelName: "Tidal", pYear: "2026", cName: "Ada" },
    ...{ territory: "except", countries: ["RU", "GB"] },
    tracks: [{ isrc: "GBKTQ2600001", explicit: "no", language: "en" }],
  });
  const own = { isrc: "GB-1", iswc: "x", language: "fr", cover: "yes", coverPublisher: "Quay" };
  expect(deliveryOf({ upc: "12", countries: "Ireland" }, own)).toMatchObject({
    ...{ gtin: "", countries: [] },
    tracks: [{ isrc: "", iswc: "", language: "fr", publisher: "Quay" }],
  });
  expect(describeDetails(undefined, oneTrack, { sentAt: null, shares: [] }).delivery).toBe(
    undefined,
  );
});
