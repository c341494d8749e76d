import * as v from "valibot";
import { expect, test } from "vitest";
import { readForm } from "~/forms/read-form";
import { allRoles } from "~/reference/roles";
import { editContributors, openRolePanels } from "./edit-contributors";
import { type MusicAnswers, musicAnswersSchema } from "./music-step";
import { readMusic } from "./read-music";

const today = new Date("2027-01-04T00:00:00Z");
const savedAnswers = v.parse(musicAnswersSchema, {
  tracks: [
    {
      id: "a",
      metadata: {
        featuredArtists: [{ id: "x", firstName: "Ada", surname: "Low", roles: ["Drums"] }],
        producers: ["Max"],
        songwriters: [{ id: "y", firstName: "Bo", lastName: "Ek", percentage: "60" }],
      },
    },
  ],
});
const madeBy = (answers: MusicAnswers) => answers.tracks[0]?.metadata;

/** A form in which the first artist's roles are being ticked and the second one's are done. */
const choosing: [string, string][] = [
  ["tracks[0].id", "a"],
  ["tracks[0].title", "Ferry"],
  ["tracks[0].metadata.listed", "1"],
  ["tracks[0].metadata.featuredArtists[0].id", "x"],
  ["tracks[0].metadata.featuredArtists[0].firstName", "Ada"],
  ["tracks[0].metadata.featuredArtists[0].surname", "Lo"],
  ["tracks[0].metadata.featuredArtists[0].choosing", "1"],
  [`tracks[0].metadata.featuredArtists[0].roles[${allRoles.length - 1}]`, "Vocal Coach"],
  ["tracks[0].metadata.featuredArtists[0].roles[4]", "Producer"],
  ["tracks[0].metadata.featuredArtists[1].id", "z"],
  ["tracks[0].metadata.featuredArtists[1].firstName", "Cy"],
  ["tracks[0].metadata.featuredArtists[1].roles[0]", "Drums"],
  ["tracks[0].metadata.newProducer", "Ann"],
  ["tracks[0].metadata.songwriters[0].id", "songwriter-1"],
  ["tracks[0].metadata.songwriters[0].percentage", "40"],
];

test.each([
  "open:roles:a:featuredArtists:z",
  "add-row:a:featuredArtists",
  "add-row:a:songwriters",
  "add-producer:a",
])("nothing typed or ticked is lost while roles are being chosen and %s is pressed", (intent) => {
  const answers = readMusic(readForm(choosing), savedAnswers, today);
  const [verb = "", ...about] = intent.split(":");
  const after = editContributors(verb, about, answers)?.answers ?? answers;
  const contributors = madeBy(after);
  expect(contributors?.featuredArtists.slice(0, 2)).toEqual([
    { id: "x", firstName: "Ada", surname: "Lo", roles: ["Producer", "Vocal Coach"] },
    { id: "z", firstName: "Cy", surname: "", roles: ["Drums"] },
  ]);
  expect(contributors?.producers).toEqual(["Ann"]);
  expect(contributors?.songwriters[0]).toMatchObject({ percentage: "40" });
});

test("role panels that were open in a posted form are known by their rows", () => {
  const { tracks } = readForm(choosing);
  const track = Array.isArray(tracks) ? tracks[0] : undefined;
  const metadata = typeof track === "object" && !Array.isArray(track) ? track.metadata : undefined;
  if (typeof metadata !== "object" || Array.isArray(metadata)) throw new Error("No metadata");
  expect(openRolePanels(metadata, "a")).toEqual(["roles:a:featuredArtists:x"]);
  expect(openRolePanels({ featuredArtists: "x", nonFeaturedArtists: ["y"] }, "a")).toEqual([]);
});

test("a marker without a value means that the lists are complete although no panel is open", () => {
  const entries: [string, string][] = [
    ["tracks[0].id", "a"],
    ["tracks[0].metadata.listed", ""],
    ["tracks[0].metadata.producers[0]", "Ann"],
  ];
  expect(madeBy(readMusic(readForm(entries), savedAnswers, today))).toEqual({
    soloWork: false,
    featuredArtists: [],
    nonFeaturedArtists: [],
    producers: ["Ann"],
    songwriters: [],
  });
});
