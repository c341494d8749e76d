import * as v from "valibot";
import { expect, test } from "vitest";
import { editContributors, rolesKey } from "./edit-contributors";
import { type MusicAnswers, musicAnswersSchema } from "./music-step";
import type { TrackContributors } from "./track-contributors";

const answersWith = (metadata: unknown): MusicAnswers =>
  v.parse(musicAnswersSchema, {
    tracks: [
      { id: "other", metadata: { producers: ["Max"] } },
      { id: "a", metadata },
    ],
  });
const edit = (intent: string, metadata: unknown) => {
  const [verb = "", ...about] = intent.split(":");
  return editContributors(verb, about, answersWith(metadata));
};
const madeBy = (answers: MusicAnswers | undefined): TrackContributors | undefined =>
  answers?.tracks.find(({ id }) => id === "a")?.metadata;
const ada = { id: "x", firstName: "Ada", surname: "Low", roles: ["Vocals"] };
const bo = { id: "y", firstName: "Bo", lastName: "Ek", percentage: "60" };
const everybody = {
  featuredArtists: [ada],
  nonFeaturedArtists: [ada],
  producers: ["Ann", "Max"],
  songwriters: [bo],
};

test("solo work clears the three lists, keeps producers, and leaves other tracks alone", () => {
  const result = edit("solo:a", { ...everybody, soloWork: "on" });
  expect(madeBy(result?.answers)).toEqual({
    soloWork: true,
    featuredArtists: [],
    nonFeaturedArtists: [],
    producers: ["Ann", "Max"],
    songwriters: [],
  });
  expect(result?.answers.tracks[0]?.metadata.producers).toEqual(["Max"]);
});

test("solo work switched off again changes nothing else", () => {
  expect(edit("solo:a", everybody)?.answers).toEqual(answersWith(everybody));
});

test.each([
  ["featuredArtists", "featured-1"],
  ["nonFeaturedArtists", "non-featured-1"],
  ["songwriters", "songwriter-1"],
] as const)("a row added to %s is empty, last, and takes the focus", (list, id) => {
  const result = edit(`add-row:a:${list}`, everybody);
  const rows = madeBy(result?.answers)?.[list];
  expect(rows).toHaveLength(2);
  expect(rows?.[1]).toMatchObject({ id, firstName: "" });
  expect(result).toMatchObject({
    opened: "contributors:a",
    focus: `tracks[1].metadata.${list}[1].firstName`,
  });
});

test("adding somebody ends solo work, and says so", () => {
  const result = edit("add-row:a:songwriters", { soloWork: "on" });
  expect(madeBy(result?.answers)?.soloWork).toBe(false);
  expect(result?.announcement).toBe("Solo work is off now.");
  expect(edit("add-row:a:songwriters", {})?.announcement).toBeUndefined();
});

test.each([
  ["featuredArtists", ada, 10],
  ["nonFeaturedArtists", ada, 10],
  ["songwriters", bo, 30],
] as const)("%s never grow beyond their limit", (list, row, max) => {
  const rows = (count: number) => Array.from({ length: count }, () => ({ ...row, id: "" }));
  const last = edit(`add-row:a:${list}`, { [list]: rows(max - 1) });
  expect(madeBy(last?.answers)?.[list]).toHaveLength(max);
  const full = edit(`add-row:a:${list}`, { [list]: rows(max) });
  expect(full?.answers).toEqual(answersWith({ [list]: rows(max) }));
  expect(full?.closed).toBeUndefined();
});

test.each([
  ["featuredArtists", "Maximum of 10 featured artists reached."],
  ["nonFeaturedArtists", "Maximum of 10 non-featured artists reached."],
] as const)("the last row there is room for in %s says '%s'", (list, text) => {
  const rows = (count: number) => Array.from({ length: count }, () => ({ ...ada, id: "" }));
  expect(edit(`add-row:a:${list}`, { [list]: rows(8) })?.announcement).toBeUndefined();
  expect(edit(`add-row:a:${list}`, { [list]: rows(9) })?.announcement).toBe(text);
  expect(edit(`add-row:a:${list}`, { [list]: rows(10) })?.announcement).toBe(text);
});

test.each([
  ["remove-row:a:featuredArtists:x", { featuredArtists: [] }],
  ["remove-row:a:nonFeaturedArtists:x", { nonFeaturedArtists: [] }],
  ["remove-row:a:songwriters:y", { songwriters: [] }],
  ["remove-row:a:producers:0", { producers: ["Max"] }],
  ["remove-row:a:producers:1", { producers: ["Ann"] }],
  ["remove-row:a:songwriters:unknown", {}],
  ["remove-row:a:producers:7", {}],
  ["remove-row:a:soloWork:x", {}],
])("%s removes that row alone", (intent, change) => {
  const result = edit(intent, everybody);
  expect(madeBy(result?.answers)).toEqual(madeBy(answersWith({ ...everybody, ...change })));
  expect(result?.focus).toBe(`add-${intent.split(":")[2]}-a`);
});

test("a reused id does not reopen its role panel", () => {
  const result = edit("add-row:a:featuredArtists", {});
  expect(result?.closed).toBe(rolesKey("a", "featuredArtists", "featured-1"));
});

test("a producer typed into the field is added, once whatever the case, and read out", () => {
  const result = edit("add-producer:a", { producers: ["Ann"], newProducer: " ANN " });
  expect(madeBy(result?.answers)?.producers).toEqual(["Ann"]);
  expect(result?.announcement).toBe("Producers: Ann.");
  const other = edit("add-producer:a", { producers: ["Ann"], newProducer: "SOPHIE" });
  expect(other).toMatchObject({
    announcement: "Producers: Ann, SOPHIE.",
    focus: "tracks[1].metadata.newProducer",
  });
  expect(edit("add-producer:a", {})?.announcement).toBeUndefined();
});

test("an even split shares 100 out among the songwriters there are", () => {
  const songwriters = [bo, { ...bo, id: "z" }, { ...bo, id: "w" }];
  const result = edit("split-evenly:a", { songwriters });
  expect(madeBy(result?.answers)?.songwriters.map(({ percentage }) => percentage)).toEqual([
    "34",
    "33",
    "33",
  ]);
  expect(result?.announcement).toBe("Shares: 34%, 33%, 33%.");
});

test.each(["add-row:a:tracks", "add-row:a:soloWork", "add-row:a:constructor"])(
  "%s changes nothing",
  (intent) => {
    expect(edit(intent, everybody)?.answers).toEqual(answersWith(everybody));
  },
);

test.each(["solo:gone", "add-row:gone:featuredArtists", "next", "add-rows:a", "constructor:a"])(
  "%s is no edit of ours",
  (intent) => {
    expect(edit(intent, everybody)).toBeUndefined();
  },
);

test("somebody known is credited by one press, in place of a row without a name", () => {
  const blank = { id: "b", firstName: "", lastName: "", percentage: "" };
  const person = { list: "songwriters", firstName: "Di: the", lastName: 'O"h' };
  const intent = `credit:a:${JSON.stringify(person)}`;
  const result = edit(intent, { soloWork: "", songwriters: [bo, blank] });
  expect(madeBy(result?.answers)?.songwriters).toMatchObject([
    bo,
    { firstName: "Di: the", lastName: 'O"h', percentage: "" },
  ]);
  expect(result).toMatchObject({
    focus: "add-songwriters-a",
    announcement: 'Di: the O"h added.',
  });
  const rows = Array.from({ length: 30 }, (_, number) => ({ ...bo, id: `${number}` }));
  const full = edit(intent, { songwriters: rows });
  expect(full?.answers).toEqual(answersWith({ songwriters: rows }));
  expect(full?.announcement).toBeUndefined();
  for (const broken of ["credit:a:0", "credit:a:{", 'credit:a:{"list":"tracks"}'])
    expect(edit(broken, everybody)?.answers).toEqual(answersWith(everybody));
});

test("a producer is typed into the field of their list, which opens", () => {
  expect(edit("add-row:a:producers", everybody)).toEqual({
    answers: answersWith(everybody),
    opened: "contributors:a",
    focus: "tracks[1].metadata.newProducer",
  });
});
