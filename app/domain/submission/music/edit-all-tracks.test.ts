import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { hasContributors } from "./credits";
import { copyIntent, editAllTracks, isQuestionAbout, SOLO_ALL } from "./edit-all-tracks";
import { type MusicAnswers, musicAnswersSchema } from "./music-step";
import type { TrackContributors } from "./track-contributors";

const ada = { id: "x", firstName: "Ada", surname: "Low", roles: ["Vocals"] };
const bo = { id: "y", firstName: "Bo", lastName: "Ek", percentage: "100" };

const release = (...contributors: object[]): MusicAnswers =>
  v.parse(musicAnswersSchema, {
    releaseType: "lp",
    tracks: contributors.map((metadata, index) => ({ title: `Song ${index + 1}`, metadata })),
  });
const press = (intent: string, answers: MusicAnswers) => {
  const [verb = "", ...about] = intent.split(":");
  return editAllTracks(verb, about, answers);
};
const madeBy = (answers: MusicAnswers | undefined) =>
  answers?.tracks.map(({ metadata }) => metadata);

test("solo work on all tracks asks only where people would be cleared", () => {
  const nobody = release({}, { producers: ["Max"] }, { soloWork: "on" });
  const edit = press(SOLO_ALL, nobody);
  expect(edit?.question).toBeUndefined();
  expect(madeBy(edit?.answers)).toMatchObject([
    { soloWork: true },
    { soloWork: true, producers: ["Max"] },
    { soloWork: true },
  ]);
  const creditedAnswers = release({}, { featuredArtists: [ada] }, { songwriters: [bo] });
  const askingEdit = press(SOLO_ALL, creditedAnswers);
  expect(askingEdit?.answers).toEqual(creditedAnswers);
  expect(askingEdit?.question).toEqual({
    intent: "solo-all:sure",
    text: 'Solo work clears featured artists, non-featured artists and songwriters. These tracks have some: "Song 2", "Song 3".',
    yes: "Clear them",
    no: "Keep them",
  });
  expect(isQuestionAbout(SOLO_ALL, askingEdit?.question)).toBe(true);
  const sure = press(askingEdit?.question?.intent ?? "", creditedAnswers);
  expect(madeBy(sure?.answers)?.map(hasContributors)).toEqual([true, true, true]);
  expect(madeBy(sure?.answers)?.[1]?.featuredArtists).toEqual([]);
});

test("contributors are copied to all tracks, and asked about where others would go", () => {
  const answers = release({ songwriters: [bo] }, {}, { producers: ["Max"] }, { songwriters: [bo] });
  const intent = copyIntent("track-1");
  const edit = press(intent, answers);
  expect(edit?.question?.text).toBe(
    'These tracks have other contributors, who would be replaced: "Song 3".',
  );
  expect(edit?.answers).toEqual(answers);
  expect(isQuestionAbout(copyIntent("track-2"), edit?.question)).toBe(false);
  const sure = press(edit?.question?.intent ?? "", answers);
  expect(madeBy(sure?.answers)).toEqual(Array(4).fill(answers.tracks[0]?.metadata));
  expect(sure?.focus).toBe(intent);
  const bare = release({ songwriters: [bo] }, {}, { songwriters: [{ id: "z" }] });
  expect(press(intent, bare)?.question).toBeUndefined();
});

test("solo work is copied too, and where a track is solo work that is not lost unasked", () => {
  const answers = release({ soloWork: "on" }, {});
  expect(madeBy(press(copyIntent("track-1"), answers)?.answers)?.[1]?.soloWork).toBe(true);
  const other = release({ songwriters: [bo] }, { soloWork: "on" });
  expect(press(copyIntent("track-1"), other)?.question?.text).toContain('"Song 2"');
});

test("copying from a track without contributors, or a missing one, changes nothing", () => {
  const answers = release({}, { songwriters: [bo] });
  const edit = press(copyIntent("track-1"), answers);
  expect(edit).toMatchObject({ answers, announcement: "Nobody is credited on this track yet." });
  expect(press(copyIntent("gone"), answers)).toBeUndefined();
  expect(press("solo:track-1", answers)).toBeUndefined();
});

const people: fc.Arbitrary<object> = fc.record({
  soloWork: fc.boolean(),
  featuredArtists: fc.constantFrom([], [ada]),
  nonFeaturedArtists: fc.constantFrom([], [ada]),
  producers: fc.constantFrom([], ["Max"], ["Max", "SOPHIE"]),
  songwriters: fc.constantFrom([], [bo]),
});

test("no credited name is removed without a question", () => {
  const namesIn = (contributors: TrackContributors | undefined) =>
    JSON.stringify(contributors).match(/Ada|Bo|Max|SOPHIE/g) ?? [];
  const intents = fc.constantFrom(SOLO_ALL, copyIntent("track-1"), copyIntent("track-2"));
  fc.assert(
    fc.property(
      fc.array(people, { minLength: 2, maxLength: 4 }),
      intents,
      (allContributors, intent) => {
        const answers = release(...allContributors);
        const edit = press(intent, answers);
        const after = madeBy(edit?.answers);
        for (const [index, { metadata }] of answers.tracks.entries()) {
          // What solo work itself has cleared was gone before.
          if (metadata.soloWork) continue;
          expect(namesIn(after?.[index])).toEqual(expect.arrayContaining(namesIn(metadata)));
        }
      },
    ),
  );
});
