import * as v from "valibot";
import { expect, test } from "vitest";
import { writtenName } from "~/platform/formats/written-name";
import { fixTitleIntent } from "./advice-intents";
import { editAdvised } from "./edit-advised";
import { musicAnswersSchema } from "./music-step";
import { readMusic } from "./read-music";
import { checkContributors, MAX_ARTISTS, noContributors } from "./track-contributors";

const answersWith = (titles: string[], metadata: object = { soloWork: "on" }) =>
  v.parse(musicAnswersSchema, {
    releaseTitle: "Sea (feat. Ada Moss)",
    tracks: titles.map((title, index) => ({ id: `track-${index + 1}`, title, metadata })),
  });
const press = (intent: string, answers: ReturnType<typeof answersWith>) =>
  editAdvised(intent, answers, "Vale");

test("'Change it' moves a guest from the title to the featured artists", () => {
  const answers = answersWith(["Night Ferry (feat. Ada Lynn Moss)", "Tide"]);
  const edit = press(fixTitleIntent("guest", "track-1"), answers);
  expect(edit?.answers.tracks[0]).toMatchObject({
    title: "Night Ferry",
    metadata: {
      soloWork: false,
      featuredArtists: [{ firstName: "Ada Lynn", surname: "Moss", roles: [] }],
    },
  });
  expect(edit?.answers.tracks[1]).toEqual(answers.tracks[1]);
  expect(edit).toMatchObject({
    track: "track-1",
    opened: "contributors:track-1",
    focus: "tracks[0].title",
    announcement: 'The title is now "Night Ferry". Now credited: Ada Lynn Moss.',
  });
});

test("a guest with one name is credited by it, and nobody is credited twice", () => {
  const answers = answersWith(["Tide (feat. Ada Moss & Bo)"], {
    featuredArtists: [{ id: "featured-1", firstName: "ada", surname: "moss", roles: [] }],
  });
  const edit = press(fixTitleIntent("guest", "track-1"), answers);
  const artists = edit?.answers.tracks[0]?.metadata.featuredArtists ?? [];
  expect(artists.map(writtenName)).toEqual(["ada moss", "Bo"]);
  expect(checkContributors({ ...noContributors(), featuredArtists: artists })).toEqual({});
});

test("a producer in the title becomes a producer of the track, also of solo work", () => {
  const edit = press(fixTitleIntent("producer", "track-1"), answersWith(["Tide (prod. by Bo)"]));
  expect(edit?.answers.tracks[0]).toMatchObject({
    title: "Tide",
    metadata: { soloWork: true, producers: ["Bo"] },
  });
});

test("where the credits are full, the title keeps the name", () => {
  const featuredArtists = Array.from({ length: MAX_ARTISTS }, (_, index) => ({
    id: `featured-${index}`,
    firstName: "A",
    surname: String(index),
    roles: [],
  }));
  const answers = answersWith(["Tide (feat. Ada Moss)"], { featuredArtists });
  const edit = press(fixTitleIntent("guest", "track-1"), answers);
  expect(edit?.answers).toEqual(answers);
  expect(edit?.announcement).toContain("full");
});

test("a single's title is fixed with that of its track", () => {
  const answers = {
    ...answersWith(["Sea (feat. Ada Moss)"]),
    releaseTitle: "Sea (feat. Ada Moss)",
  };
  const edit = press(fixTitleIntent("guest", "track-1"), answers);
  expect([edit?.answers.releaseTitle, edit?.answers.tracks[0]?.title]).toEqual(["Sea", "Sea"]);
});

test("the release's title loses its guest, without a credit", () => {
  const answers = answersWith(["Tide"]);
  const edit = press(fixTitleIntent("guest", "release"), answers);
  expect(edit?.answers).toEqual({ ...answers, releaseTitle: "Sea" });
});

test.each([
  ["a rule that does not apply any more", "fix-title:guest:track-1"],
  ["a rule that does not exist", "fix-title:constructor:track-1"],
  ["a track that is gone", "fix-title:guest:track-9"],
  ["no track", "fix-title"],
  ["an empty title", "use-file-title:track-1:"],
  ["a title that is too long", `use-file-title:track-1:${"x".repeat(300)}`],
  ["a title for a track that is gone", "use-file-title:track-9:Tide"],
])("a button for %s changes nothing", (_case, intent) => {
  const answers = answersWith(["Tide"]);
  expect(press(intent, answers)?.answers).toEqual(answers);
});

test("any other button is not its business", () => {
  expect(press("next", answersWith(["Tide"]))).toBeUndefined();
  expect(press("solo:track-1", answersWith(["Tide"]))).toBeUndefined();
});

test("the title of a file is taken as it is, in one line, colons included", () => {
  const edit = press("use-file-title:track-1:Sea:\nPart 2", answersWith(["Tide"]));
  expect(edit?.answers.tracks[0]?.title).toBe("Sea: Part 2");
});

test("a title that was declined is remembered, also by a form without a field for it", () => {
  const answers = answersWith(["Tide"]);
  const edit = press("keep-title:track-1:TIDE_master", answers);
  expect(edit?.answers.tracks[0]).toEqual({ ...answers.tracks[0], dismissedTitle: "TIDE_master" });
  const posted = readMusic(
    { uploadType: "new-music", tracks: [{ id: "track-1", title: "Tide 2" }] },
    edit?.answers,
    new Date("2026-06-01T00:00:00Z"),
  );
  expect(posted.tracks[0]).toMatchObject({ title: "Tide 2", dismissedTitle: "TIDE_master" });
});

test("one button changes every title that meets its rules, and nothing else", () => {
  const answers = answersWith(["PAPER HOUSES", "Tide", "night bus home", "SEA (feat. Ada)"]);
  const edit = press("fix-all:capitals:lower-case", answers);
  expect(edit?.answers.tracks.map(({ title }) => title)).toEqual([
    "Paper Houses",
    "Tide",
    "Night Bus Home",
    "SEA (feat. Ada)",
  ]);
  expect(edit?.announcement).toBe('Changed: "Paper Houses", "Night Bus Home".');
  expect(edit?.answers.releaseTitle).toBe(answers.releaseTitle);
  const guests = press("fix-all:guest", answersWith(["Sea (feat. Ada Moss)", "Tide (feat. Bo)"]));
  expect(guests?.answers.tracks.map(({ title }) => title)).toEqual(["Sea", "Tide"]);
  expect(guests?.answers.tracks[0]?.metadata.featuredArtists).toHaveLength(1);
  expect(press("fix-all:constructor", answers)?.answers).toEqual(answers);
});
