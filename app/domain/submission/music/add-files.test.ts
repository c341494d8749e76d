import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { writtenName } from "~/platform/formats/written-name";
import { addedText, addFiles, addFilesAsTheyCame, putFilesIntent } from "./add-files";
import {
  type AssignedFile,
  createFileAssigner,
  rejectedFilesText,
  tooManyFilesText,
} from "./assign-files";
import { editMusic } from "./edit-music";
import { byFileName, inTrackOrder } from "./file-titles";
import { NO_NAMES } from "./music-edit";
import { type MusicAnswers, musicAnswersSchema } from "./music-step";

const album = (...tracks: object[]): MusicAnswers =>
  v.parse(musicAnswersSchema, { releaseType: "lp", tracks, releaseDate: "2027-03-01" });

/** Gives files to tracks in the order in which they come. */
function place(
  answers: MusicAnswers,
  fileNames: readonly string[],
  { trackFiles = [] as { trackId: string; fileName: string }[] } = {},
) {
  let idCount = 0;
  const trackIds = answers.tracks.map(({ id }) => id);
  const places = createFileAssigner({
    trackIds,
    trackFiles,
    newId: () => `new-${++idCount}`,
  });
  const givenPlaces = fileNames.map((name) => places.assign(name));
  const unplacedNames = fileNames.filter((_, index) => !givenPlaces[index]);
  return {
    placedFiles: givenPlaces.filter((one): one is AssignedFile => one !== undefined),
    unplacedNames,
    places,
  };
}

/** The tracks as an artist sees them: title and file. */
const rows = (answers: MusicAnswers, placedFiles: readonly AssignedFile[]) =>
  answers.tracks.map(({ id, title }) => [
    title,
    placedFiles.find(({ trackId }) => trackId === id)?.fileName,
  ]);

test("an album chosen again on a Mac goes back to its tracks, and its titles are in NFC", () => {
  const answers = album({ title: "" }, { title: "" });
  const trackFiles = [{ trackId: "track-2", fileName: "Đường về.wav".normalize("NFC") }];
  const names = ["Đường về.wav", "한국어.wav"].map((name) => name.normalize("NFD"));
  const { placedFiles } = place(answers, names, { trackFiles });
  expect(placedFiles.map(({ trackId, again }) => [trackId, again])).toEqual([
    ["track-2", true],
    ["track-1", false],
  ]);
  const titles = addFiles(answers, placedFiles, "").tracks.map(({ title }) => title);
  expect(titles).toEqual(["한국어", "Đường về".normalize("NFC")]);
});

test("files fill the tracks without one first, then new ones, and name those without a title", () => {
  const answers = album({ title: "Low Tide" }, { title: "" }, { title: "Slack Water" });
  const trackFiles = [{ trackId: "track-1", fileName: "low tide.wav" }];
  const { placedFiles } = place(answers, ["02 Ferry.wav", "03 Slack.wav", "04 Harbour.wav"], {
    trackFiles,
  });
  expect(rows(addFiles(answers, placedFiles, ""), placedFiles)).toEqual([
    ["Low Tide", undefined],
    ["Ferry", "02 Ferry.wav"],
    ["Slack Water", "03 Slack.wav"],
    ["Harbour", "04 Harbour.wav"],
  ]);
});

test("a file whose name a track holds already goes to that track once more", () => {
  const answers = album({ title: "One" }, { title: "Two" });
  const trackFiles = [{ trackId: "track-2", fileName: "two_.wav" }];
  const { placedFiles } = place(answers, ["two?.wav", "two?.wav", "three.wav"], { trackFiles });
  expect(placedFiles).toEqual([
    { trackId: "track-2", fileName: "two?.wav", again: true },
    { trackId: "track-1", fileName: "two?.wav", again: false },
    { trackId: "new-1", fileName: "three.wav", again: false },
  ]);
});

test("a file beyond the twentieth is left out, and the track of a refused file is free again", () => {
  const fileNames = Array.from({ length: 21 }, (_, index) => `${index + 1}.wav`);
  const { placedFiles, unplacedNames, places } = place(album({}), fileNames);
  expect(unplacedNames).toEqual(["21.wav"]);
  const [first] = placedFiles;
  if (first) places.release(first);
  expect(places.assign("21.wav")).toEqual({ trackId: "track-1", fileName: "21.wav", again: false });
});

test("guests in the names of files become featured artists, but for solo work", () => {
  const named = ["01 Tide (feat. Mia Lundell).wav", "02 Ferry feat. Bo.wav", "03 Pier - Live.wav"];
  const answers = album({ metadata: { soloWork: "on" } }, {}, {}, {});
  const tide = (number: number) => `0${number} Tide (feat. Mia Lundell & Ola Brandt).wav`;
  const { placedFiles } = place(answers, [tide(0), ...named]);
  const added = addFiles(answers, placedFiles, "");
  const guests = added.tracks.map(({ title, metadata }) => [
    title,
    metadata.featuredArtists.map(writtenName),
  ]);
  expect(guests).toEqual([
    ["Tide (feat. Mia Lundell & Ola Brandt)", []],
    ["Tide", ["Mia Lundell"]],
    ["Ferry", ["Bo"]],
    ["Pier (Live)", []],
  ]);
  expect(addedText(4, answers, added)).toBe(
    "4 files added to your tracks. The 2 guests that the files name are featured artists now. Stores want them there, not in titles.",
  );
});

/** Tracks that were made of one file each, as title and guests. */
function named(files: readonly Pick<AssignedFile, "fileName" | "tags">[], ...typed: object[]) {
  const { placedFiles } = place(
    album({}, ...typed),
    files.map(({ fileName }) => fileName),
  );
  const tagged = placedFiles.map((file, index) => ({ ...file, tags: files[index]?.tags }));
  return addFiles(album({}, ...typed), tagged, "Sigrid Vale").tracks.map(({ title, metadata }) => [
    title,
    ...metadata.featuredArtists.map(writtenName),
  ]);
}

test.each([
  ["Track 3.wav", { title: "Low Tide" }, ["Low Tide"]],
  ["01.wav", { title: "Low Tide [Live]" }, ["Low Tide (Live)"]],
  ["01 what now_.wav", { title: "What now?" }, ["What now?"]],
  ["Urumqi.wav", { title: "Ürümqi" }, ["Ürümqi"]],
  ["Outro.wav", { title: "Outro - Live" }, ["Outro (Live)"]],
  ["Outro (Live).wav", { title: "Outro" }, ["Outro (Live)"]],
  ["Low Tide.wav", { title: "Demo 3" }, ["Low Tide"]],
  ["Low Tide.wav", { title: "" }, ["Low Tide"]],
  ["01.wav", { title: "Wire (feat. Mia Lundell)" }, ["Wire", "Mia Lundell"]],
  ["Wire.wav", { artist: "Sigrid Vale feat. Mia Lundell" }, ["Wire", "Mia Lundell"]],
  [
    "Wire (feat. Mia Lundell).wav",
    { title: "Wire", artist: "Sigrid Vale ft. Mia Lundell & Bo" },
    ["Wire", "Mia Lundell", "Bo"],
  ],
  ["Wire.wav", { title: "Wire (feat. Prince)" }, ["Wire", "Prince"]],
])("%s, which says %j of itself, is %j", (fileName, tags, expected) => {
  expect(named([{ fileName, tags }])).toEqual([expected]);
});

test("tags name no track that has a title, and no guest of solo work", () => {
  const tags = { title: "Other (feat. Mia Lundell)", artist: "Sigrid Vale feat. Ola Brandt" };
  const answers = album({ title: "Typed" }, { metadata: { soloWork: "on" } });
  const files = ["track-1", "track-2"].map((trackId) => ({
    ...{ trackId, fileName: `${trackId}.wav`, again: false, tags },
  }));
  const { tracks } = addFiles(answers, files, "");
  expect(tracks.map(({ title }) => title)).toEqual(["Typed", "Other (feat. Mia Lundell)"]);
  expect(tracks.flatMap(({ metadata }) => metadata.featuredArtists)).toEqual([]);
});

test("numbers in tags put files in order whose names have none", () => {
  const file = (fileName: string, trackNumber?: number) => ({
    fileName,
    tags: trackNumber === undefined ? {} : { trackNumber },
  });
  const titles = (...files: ReturnType<typeof file>[]) =>
    inTrackOrder(files, "Sigrid Vale").map(({ fileName }) => fileName.replace(".wav", ""));
  expect(titles(file("A.wav", 3), file("B.wav", 1), file("C.wav", 2))).toEqual(["B", "C", "A"]);
  expect(titles(file("B.wav", 1), file("A.wav", 1))).toEqual(["A", "B"]);
  expect(titles(file("B.wav", 1), file("A.wav"))).toEqual(["A", "B"]);
  expect(titles(file("02 B.wav", 1), file("01 A.wav", 2))).toEqual(["01 A", "02 B"]);
});

test("the sentences name every file, and say where there is room", () => {
  expect(tooManyFilesText([])).toBeUndefined();
  expect(tooManyFilesText(["c.wav", "d.wav"])).toBe(
    'A release has at most 20 tracks, so these files were left out: "c.wav", "d.wav". Remove tracks to make room, or send these files as another release.',
  );
  expect(rejectedFilesText([])).toBeUndefined();
  const wrong = (fileName: string, text = "Wrong.") => ({ fileName, text });
  expect(rejectedFilesText([wrong("a.pdf"), wrong("e.wav", "Empty."), wrong("b.mp3")])).toBe(
    'Left out: "a.pdf", "b.mp3". Wrong. Left out: "e.wav". Empty.',
  );
});

test("the intent of the page adds tracks, and an invalid one changes nothing", () => {
  const facts = { today: new Date("2027-01-04T12:00:00Z"), slots: new Set<string>() };
  const rest = { displayedType: "lp", newId: () => "x", artist: NO_NAMES } as const;
  const answers = album({});
  const press = (intent: string) => editMusic(intent, answers, { ...facts, ...rest });
  const placedFiles = [
    { trackId: "track-1", fileName: "01: a.wav", again: false },
    { trackId: "b", fileName: "02_b.wav", again: false },
  ];
  expect(press(putFilesIntent(placedFiles))?.answers.tracks.map(({ id }) => id)).toEqual([
    "track-1",
    "b",
  ]);
  expect(press(putFilesIntent(placedFiles))?.announcement).toBe("2 files added to your tracks.");
  for (const nonsense of [
    "",
    "{",
    "[]",
    '[{"trackId":"../x","fileName":"a","again":false}]',
    "[1]",
  ])
    expect(press(`put-files:${nonsense}`)?.answers).toEqual(answers);
});

test("every track added for a file gets a date in a waterfall", () => {
  const dates = [{ releaseDate: "2027-03-01" }, { releaseDate: "2027-04-12" }];
  const answers = { ...album(...dates), waterfallEnabled: true };
  const { placedFiles } = place(answers, ["a.wav", "b.wav", "c.wav"]);
  expect(addFiles(answers, placedFiles, "").tracks.map(({ releaseDate }) => releaseDate)).toEqual([
    "2027-03-01",
    "2027-04-12",
    "2027-05-24",
  ]);
});

const names = fc
  .uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 20 })
  .map((numbers) => numbers.map((number) => `${number}. Song of ${number}.wav`));

/** What may stand in a track before files come: a title, its own artwork, a file. */
const before = fc.array(fc.record({ title: fc.constantFrom("", "Typed"), holds: fc.boolean() }), {
  minLength: 1,
  maxLength: 8,
});

test("in whatever order files come, tracks end up as if they had come in the order of their names", () => {
  fc.assert(
    fc.property(before, names, (tracks, fileNames) => {
      const answers = album(...tracks.map(({ title }) => ({ title })));
      const trackFiles = tracks.flatMap(({ holds }, index) =>
        holds ? [{ trackId: `track-${index + 1}`, fileName: `held ${index}.wav` }] : [],
      );
      const asSorted = place(answers, fileNames.toSorted(byFileName), { trackFiles });
      const asCame = place(answers, fileNames, { trackFiles });
      expect(asCame.placedFiles).toHaveLength(asSorted.placedFiles.length);
      // Who is left out depends on who came first.
      if (asCame.unplacedNames.length > 0) return;
      expect(rows(addFilesAsTheyCame(answers, asCame.placedFiles, ""), asCame.placedFiles)).toEqual(
        rows(addFiles(answers, asSorted.placedFiles, ""), asSorted.placedFiles),
      );
    }),
  );
});

test("no track loses its file, its title or its place to files that come", () => {
  fc.assert(
    fc.property(before, names, (tracks, fileNames) => {
      const answers = album(...tracks.map(({ title }) => ({ title })));
      const trackFiles = tracks.flatMap(({ holds }, index) =>
        holds ? [{ trackId: `track-${index + 1}`, fileName: `held ${index}.wav` }] : [],
      );
      const { placedFiles, unplacedNames } = place(answers, fileNames, { trackFiles });
      const after = addFilesAsTheyCame(answers, placedFiles, "");
      expect(placedFiles.length + unplacedNames.length).toBe(fileNames.length);
      expect(after.tracks.length).toBeLessThanOrEqual(20);
      expect(new Set(after.tracks.map(({ id }) => id)).size).toBe(after.tracks.length);
      for (const { trackId } of trackFiles) {
        const at = answers.tracks.findIndex(({ id }) => id === trackId);
        expect(after.tracks[at]).toEqual(answers.tracks[at]);
        expect(placedFiles.map((file) => file.trackId)).not.toContain(trackId);
      }
      for (const [at, { title }] of answers.tracks.entries())
        if (title) expect(after.tracks[at]?.title).toBe(title);
    }),
  );
});

test("files that a form brought before it was cut off are put in order with those sent again", () => {
  const trackFiles = [{ trackId: "track-1", fileName: "3.wav" }];
  const { placedFiles } = place(album({}), ["3.wav", "1.wav", "2.wav"], { trackFiles });
  const after = addFilesAsTheyCame(album({}), placedFiles, "");
  expect(rows(after, placedFiles).map(([, file]) => file)).toEqual(["1.wav", "2.wav", "3.wav"]);
  const titledAlbum = album({ title: "Three" });
  const answers = addFilesAsTheyCame(titledAlbum, placedFiles, "");
  expect(rows(answers, placedFiles).map(([, file]) => file)).toEqual(["3.wav", "1.wav", "2.wav"]);
});

test("a track's own artwork stays with it when files are put in order", () => {
  const answers = album({ useCustomArtwork: "true" }, {}, {});
  const { placedFiles } = place(answers, ["3.wav", "2.wav", "1.wav"]);
  const after = addFilesAsTheyCame(answers, placedFiles, "");
  expect(after.tracks.map(({ id }) => id)).toEqual(["track-1", "track-3", "track-2"]);
});
