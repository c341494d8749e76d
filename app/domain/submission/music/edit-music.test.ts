import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { audioSlot } from "~/domain/uploads/slots";
import { editMusic } from "./edit-music";
import { type EditContext, NO_NAMES } from "./music-edit";
import { type MusicAnswers, musicAnswersSchema } from "./music-step";
import { releaseTypeOf } from "./release-type";

const today = new Date("2027-01-04T12:00:00Z");
const read = (fields: unknown): MusicAnswers => v.parse(musicAnswersSchema, fields);
const titles = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ title: `Song ${index + 1}` }));
const release = (releaseType: string, count: number, more: object = {}) =>
  read({ releaseType, tracks: titles(count), releaseDate: "2027-03-01", ...more });

let idCount = 0;
const facts = (some: Partial<EditContext> = {}): EditContext => ({
  today,
  slots: new Set(),
  displayedType: "single",
  newId: () => `new-${++idCount}`,
  artist: NO_NAMES,
  ...some,
});
const titlesOf = (answers: MusicAnswers | undefined) => answers?.tracks.map(({ title }) => title);

test("next is no edit", () => {
  for (const intent of ["next", "back", "", "constructor", "move"])
    expect(editMusic(intent, release("ep", 3), facts())).toBeUndefined();
});

test.each([
  ["ep", 1, 3],
  ["lp", 1, 6],
  ["single", 3, 1],
] as const)("choosing %s turns %i tracks into %i", (type, before, after) => {
  const displayedType = type === "lp" ? "single" : "lp";
  const blank = release(type, 0, { tracks: Array.from({ length: before }, () => ({})) });
  const { tracks, releaseType } =
    editMusic("update", blank, facts({ displayedType }))?.answers ?? blank;
  expect(tracks).toHaveLength(after);
  expect(releaseType).toBe(type);
});

test("an update with the type that is shown changes nothing", () => {
  const answers = release("lp", 8);
  expect(editMusic("update", answers, facts({ displayedType: "lp" }))?.answers).toEqual(answers);
});

test("tracks with titles or files are asked about before they go, and go when the artist is sure", () => {
  const answers = release("single", 3);
  const slots = new Set(["track-1", "track-3"].map(audioSlot));
  const edit = editMusic("update", answers, facts({ displayedType: "ep", slots }));
  expect(edit?.answers).toEqual({ ...answers, releaseType: "ep" });
  expect(edit?.question).toEqual({
    intent: "resize:single",
    text: 'Single starts with 1 track. These would go, with their files: "Song 3". So would, without a file: "Song 2".',
    yes: "Change to Single",
    no: "Keep EP",
  });
  const bare = editMusic("update", answers, facts({ displayedType: "ep", slots: new Set() }));
  expect(bare?.question?.text).toBe(
    'Single starts with 1 track. These would go: "Song 2", "Song 3".',
  );
  const sure = editMusic("resize:single", release("ep", 3), facts({ displayedType: "ep", slots }));
  expect(titlesOf(sure?.answers)).toEqual(["Song 1"]);
  expect(sure?.answers.releaseType).toBe("single");
});

test.each([
  ["single", 2],
  ["ep", 6],
  ["lp", 20],
] as const)("%s takes at most %i tracks", (type, most) => {
  const displayedType = type;
  expect(
    editMusic("add-track", release(type, most - 1), facts({ displayedType }))?.answers.tracks,
  ).toHaveLength(most);
  expect(
    editMusic("add-track", release(type, most), facts({ displayedType }))?.answers.tracks,
  ).toHaveLength(most);
});

test("a removed track goes alone, and the last one stays", () => {
  const edit = editMusic("remove-track:track-2", release("ep", 3), facts());
  expect(titlesOf(edit?.answers)).toEqual(["Song 1", "Song 3"]);
  expect(edit?.announcement).toBe('"Song 2" removed.');
  const last = release("single", 1);
  expect(editMusic("remove-track:track-1", last, facts())?.answers).toEqual(last);
});

test("a track goes to the place it is dragged to", () => {
  const edit = editMusic("move-to:track-3:1", release("ep", 3), facts());
  expect(edit?.answers.tracks.map(({ id }) => id)).toEqual(["track-3", "track-1", "track-2"]);
  expect(edit?.announcement).toBe('"Song 3" is now track 1 of 3.');
  for (const place of ["0", "4", "", "x"]) {
    const nowhere = editMusic(`move-to:track-3:${place}`, release("ep", 3), facts());
    expect(nowhere?.answers).toEqual(release("ep", 3));
  }
});

test("the next track opens; when none misses anything all are folded", () => {
  const some = release("ep", 3);
  const next = editMusic("next-track:track-1", some, facts());
  expect([next?.track, next?.focus]).toEqual(["track-2", "row-track-2"]);
  const tracks = some.tracks.map((track) => ({
    ...track,
    metadata: { ...track.metadata, soloWork: true },
  }));
  const slots = new Set(tracks.map(({ id }) => `audio:${id}`));
  const edit = editMusic("next-track:track-1", { ...some, tracks }, { ...facts(), slots });
  expect([edit?.track, edit?.focus]).toEqual(["", "row-track-1"]);
});

test("a moved track takes its id along and says its new place", () => {
  const edit = editMusic("move-down:track-1", release("ep", 3), facts());
  expect(edit?.answers.tracks.map(({ id }) => id)).toEqual(["track-2", "track-1", "track-3"]);
  expect([edit?.focus, edit?.announcement]).toEqual([
    "move-down-track-1",
    '"Song 1" is now track 2 of 3.',
  ]);
  const edge = editMusic("move-up:track-1", release("ep", 3), facts());
  expect(titlesOf(edge?.answers)).toEqual(["Song 1", "Song 2", "Song 3"]);
});

test("a waterfall gives every track a date six weeks after the one before, and takes them back", () => {
  const on = editMusic("waterfall-on", release("ep", 3), facts());
  expect(on?.answers.tracks.map(({ releaseDate }) => releaseDate)).toEqual([
    "2027-03-01",
    "2027-04-12",
    "2027-05-24",
  ]);
  const custom = editMusic("artwork-on:track-2", on?.answers ?? read({}), facts());
  expect(custom?.answers.tracks[1]?.useCustomArtwork).toBe(true);
  const off = editMusic("waterfall-off", custom?.answers ?? read({}), facts());
  expect(off?.answers.waterfallEnabled).toBe(false);
  for (const track of off?.answers.tracks ?? [])
    expect([track.releaseDate, track.useCustomArtwork]).toEqual(["", false]);
});

test("a waterfall of one track is none", () => {
  const one = editMusic("waterfall-on", release("single", 1), facts());
  expect(one?.answers.waterfallEnabled).toBe(false);
});

test("a track added to a waterfall gets the next date", () => {
  const two = editMusic("waterfall-on", release("ep", 2), facts())?.answers ?? read({});
  const three = editMusic("add-track", two, facts());
  expect(three?.answers.tracks[2]?.releaseDate).toBe("2027-05-24");
});

test("the button for four weeks moves a track and those after it", () => {
  const on = editMusic("waterfall-on", release("ep", 3), facts())?.answers ?? read({});
  expect(
    editMusic("gap:track-2", on, facts())?.answers.tracks.map(({ releaseDate }) => releaseDate),
  ).toEqual(["2027-03-01", "2027-03-29", "2027-05-10"]);
});

test("early release switched off resets the date and clears the reason", () => {
  const early = {
    earlyReleaseRequest: "on",
    earlyReleaseReason: "Tour",
    releaseDate: "2027-01-20",
  };
  expect(editMusic("early-off", release("single", 1, early), facts())?.answers).toMatchObject({
    earlyReleaseRequest: false,
    earlyReleaseReason: "",
    releaseDate: "2027-02-15",
  });
  expect(editMusic("early-on", release("single", 1), facts())?.answers).toMatchObject({
    earlyReleaseRequest: true,
    releaseDate: "2027-03-01",
  });
});

test("clips start with one of half a minute, become two, and never none", () => {
  const clipsOf = (answers: MusicAnswers | undefined) => answers?.tracks[0]?.socialClips;
  const on = editMusic("clips-on:track-1", release("single", 1), facts());
  expect(on?.opened).toBe("clips:track-1");
  expect(clipsOf(on?.answers)).toMatchObject([{ startTime: "00:00", endTime: "00:30" }]);
  const two = editMusic("add-clip:track-1", on?.answers ?? read({}), facts());
  expect(clipsOf(two?.answers)).toHaveLength(2);
  const still = editMusic("add-clip:track-1", two?.answers ?? read({}), facts());
  expect(clipsOf(still?.answers)).toHaveLength(2);
  const [first] = clipsOf(two?.answers) ?? [];
  const one = editMusic(`remove-clip:track-1:${first?.id}`, two?.answers ?? read({}), facts());
  expect(clipsOf(one?.answers)).toHaveLength(1);
  const [last] = clipsOf(one?.answers) ?? [];
  const stillOne = editMusic(`remove-clip:track-1:${last?.id}`, one?.answers ?? read({}), facts());
  expect(clipsOf(stillOne?.answers)).toHaveLength(1);
  const off = editMusic("clips-off:track-1", stillOne?.answers ?? read({}), facts());
  expect(off?.answers.tracks[0]).toMatchObject({ socialClipsEnabled: false });
});

test("a panel opens by its key, also with colons in it", () => {
  const edit = editMusic("open:roles:track-1:featuredArtists:featured-1", read({}), facts());
  expect(edit?.opened).toBe("roles:track-1:featuredArtists:featured-1");
});

test("whatever is pressed, ids stay unique, counts stay within the type, and a waterfall is dated", () => {
  const verbs = ["add-track", "remove-track", "move-up", "move-down", "waterfall-on", "gap"];
  const press = fc.tuple(fc.constantFrom(...verbs, "waterfall-off", "clips-on"), fc.nat(6));
  const choose = fc.constantFrom("single", "ep", "lp");
  fc.assert(
    fc.property(fc.array(fc.oneof(press, choose), { maxLength: 25 }), (presses) => {
      let answers = release("single", 1);
      for (const one of presses) {
        if (typeof one === "string") {
          const displayedType = answers.releaseType;
          const nextAnswers = read({ ...answers, releaseType: one });
          answers = editMusic("update", nextAnswers, facts({ displayedType }))?.answers ?? answers;
        } else {
          const [verb, at] = one;
          const id = answers.tracks[at % answers.tracks.length]?.id ?? "";
          const displayedType = answers.releaseType;
          answers =
            editMusic(`${verb}:${id}`, answers, facts({ displayedType }))?.answers ?? answers;
        }
        const ids = answers.tracks.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.length).toBeGreaterThan(0);
        expect(ids.length).toBeLessThanOrEqual(releaseTypeOf(answers.releaseType).most);
        const dates = answers.tracks.map(({ releaseDate }) => releaseDate !== "");
        expect(dates.every((has) => has === answers.waterfallEnabled)).toBe(true);
      }
    }),
  );
});

describe("more tracks than the type takes", () => {
  const twelve = () => release("single", 12);

  test("stay all, whichever larger type is chosen, by its card or by the offer", () => {
    const bySwitch = editMusic("update", { ...twelve(), releaseType: "lp" }, facts());
    const byOffer = editMusic("resize:lp", twelve(), facts());
    for (const edit of [bySwitch, byOffer]) {
      expect(edit?.answers.releaseType).toBe("lp");
      expect(edit?.answers.tracks).toEqual(twelve().tracks);
      expect(edit?.question).toBeUndefined();
    }
  });

  test("are cut to those that are ticked, and no fewer or more leave without a choice", () => {
    const ticked = (...kept: number[]) => {
      const answers = twelve();
      const tracks = answers.tracks.map((track, index) => ({
        ...track,
        kept: kept.includes(index),
      }));
      return editMusic("keep-chosen", { ...answers, tracks }, facts());
    };
    const chosen = ticked(2, 5);
    expect(chosen?.answers.tracks).toEqual([2, 5].map((index) => twelve().tracks[index]));
    expect(chosen).toMatchObject({
      closed: "choose-tracks",
      announcement: "10 tracks have left this release. You can send them as another one.",
    });
    for (const few of [ticked(), ticked(1, 2, 3)]) {
      expect(few?.answers.tracks).toHaveLength(12);
      expect(few).toMatchObject({ opened: "choose-tracks" });
    }
  });
});
