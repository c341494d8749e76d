import * as v from "valibot";
import { expect, test } from "vitest";
import { releaseFormSchema } from "~/domain/submission/record/release-form";
import { errorTexts } from "~/forms/form-reply";
import { checkSplits } from "./check-splits";
import { offeredPeople } from "./split-people";
import { askText, sharesText, writerStates } from "./split-state";
import {
  currentSplitTracks,
  editSplits,
  parseSplit,
  readSplits,
  type Splits,
  serializeSplit,
  shortNames,
  splitsSchema,
  splitTracks,
  startingSplits,
  trackKinds,
} from "./splits";

const ada = { firstName: "Ada", lastName: "Byron", percentage: 60 };
const bea = { firstName: "Bea", lastName: "Okafor", percentage: 40 };
const cleo = { firstName: "Cleo", lastName: "Vann", percentage: 20 };
const track = (title: string, ...songwriters: object[]) => ({
  title,
  metadata: { soloWork: songwriters.length === 0, songwriters },
});
const form = v.parse(releaseFormSchema, {
  artistName: "ada byron",
  tracks: [
    track("Tide", ada, bea),
    track("Ebb"),
    track("Neap", ada, bea),
    track("Flow", { ...ada, percentage: 80 }, cleo),
  ],
});
const kinds = trackKinds(form, undefined);
const start = startingSplits(undefined, form);
const percentages = ({ same, tracks }: Splits) => [
  same.map(({ percentage }) => percentage),
  ...tracks.map(({ own, shares }) => own && shares.map(({ percentage }) => percentage)),
];

/** The starting shares as a page posts them, with changes by field. */
function posted(change: object = {}, personChange: object = {}) {
  const people = start.people.map((person, index) => ({
    ...person,
    me: index === 0 ? "on" : "",
    email: index === 1 ? "bea@example.com" : "",
    ...(index === 1 ? personChange : {}),
  }));
  const splits = readSplits({ ...start, people, ...change }, form);
  if (!splits) throw new Error("no shares");
  return splits;
}
const share = (percentage: string) => ({ percentage });
const errors = (...change: Parameters<typeof posted>) =>
  errorTexts(checkSplits(posted(...change), kinds));

test("the songwriters of all tracks are one list, and shares that most tracks have are the first row", () => {
  expect(start.people.map(({ id, firstName, me }) => [id, firstName, me])).toEqual([
    ["person-1", "Ada", true],
    ["person-2", "Bea", false],
    ["person-3", "Cleo", false],
  ]);
  expect(percentages(start)).toEqual([["60", "40", "0"], false, false, false, ["80", "0", "20"]]);
  const tracks = splitTracks(start, kinds);
  expect(tracks.map(({ id, writers }) => [id, writers.map((of) => of.firstName)])).toEqual([
    ["track-1", ["Ada", "Bea"]],
    ["track-2", []],
    ["track-3", ["Ada", "Bea"]],
    ["track-4", ["Ada", "Cleo"]],
  ]);
});

test("shares stored by track before keep their people, addresses and answers", () => {
  const writer = (person: object, change: object) => ({ ...person, id: "writer-1", ...change });
  const old = {
    tracks: [
      {
        id: "track-1",
        writers: [
          writer(ada, { percentage: "60", me: true }),
          writer(bea, { percentage: "40", email: "Bea@example.com" }),
        ],
      },
      { id: "track-2", writers: [] },
      { id: "track-3", writers: [writer(bea, { percentage: "100" })] },
      {
        id: "track-4",
        writers: [
          writer(bea, { percentage: "60", email: "other@example.com" }),
          writer(bea, { percentage: "40", email: "" }),
        ],
      },
    ],
  };
  const splits = v.parse(splitsSchema, old);
  expect(splits.people.map(({ firstName, email, me }) => [firstName, email, me])).toEqual([
    ["Ada", "", true],
    ["Bea", "Bea@example.com", false],
    // A namesake with an address of their own is somebody else.
    ["Bea", "other@example.com", false],
  ]);
  const shares = splitTracks(startingSplits({ splits }, form), kinds);
  expect(
    shares.map(({ writers }) => writers.map(({ email, percentage }) => [email, percentage])),
  ).toEqual([
    [
      ["", "60"],
      ["Bea@example.com", "40"],
    ],
    [],
    [["Bea@example.com", "100"]],
    [
      ["Bea@example.com", "40"],
      ["other@example.com", "60"],
    ],
  ]);
  // What is stored anew is read as it was.
  expect(v.parse(splitsSchema, JSON.parse(JSON.stringify(splits)))).toEqual(splits);
});

test("a form without people says nothing about shares", () => {
  expect(readSplits({}, form)).toBeUndefined();
  expect(readSplits({ tracks: [{ id: "track-1" }] }, form)).toBeUndefined();
});

test("songwriters posted for solo work have no share, and a row of the first row's shares follows it", () => {
  const own = { id: "track-2", own: "on", shares: [share("50"), share("50"), share("0")] };
  const same = { id: "track-3", own: "on", shares: start.same };
  const splits = posted({ tracks: [own, same] });
  expect(splitTracks(splits, kinds)[1]?.writers).toEqual([]);
  expect(splits.tracks[2]?.own).toBe(true);
  expect(startingSplits({ splits }, form).tracks[2]?.own).toBe(false);
});

test("complete shares with an address to ask are valid", () => {
  expect(errors()).toEqual({});
});

test.each<[object, object, string, string]>([
  [{}, { email: "" }, "people[1].email", "Type the email address of a songwriter to ask"],
  [{}, { email: "bea" }, "people[1].email", "Please enter a valid email address"],
  [{}, { lastName: "" }, "people[1].lastName", "Songwriter's last name is required"],
  [
    { same: [share("60"), share("30")] },
    {},
    "same[0].percentage",
    "Same on all tracks: Need 10% more",
  ],
  [
    { tracks: [{ id: "track-3", own: "on", shares: [share("80"), share("40")] }] },
    {},
    "tracks[2].shares[0].percentage",
    "Track 3: Over 100% - Please reduce percentages",
  ],
  [{ people: [] }, {}, "people[0].firstName", "Add a songwriter first"],
])(
  "%j and %j is an error that keeps the questions from being sent",
  (change, person, field, text) => {
    expect(errors(change, person)).toEqual({ [field]: text });
  },
);

test("two people cannot have one address, and the total of solo work is nobody's concern", () => {
  const people = start.people.map((person) => ({ ...person, email: "one@example.com" }));
  expect(errors({ people })).toEqual({
    "people[2].email": "Two songwriters have this email address",
  });
  const solo = { id: "track-2", own: "on", shares: [share("1"), share("1"), share("1")] };
  expect(errors({ tracks: [solo] })).toEqual({});
});

test("buttons add and remove people in every row, open a row, and split the first row evenly", () => {
  const more = editSplits(start, "add");
  expect(more?.people.map(({ id }) => id)).toEqual([
    "person-1",
    "person-2",
    "person-3",
    "person-4",
  ]);
  expect(more && percentages(more)).toEqual([
    ["60", "40", "0", "0"],
    false,
    false,
    false,
    ["80", "0", "20", "0"],
  ]);
  const fewer = editSplits(start, "remove:person-2");
  expect(fewer && percentages(fewer)).toEqual([["60", "0"], false, false, false, ["80", "20"]]);
  const changed = editSplits(start, "change:track-3");
  expect(changed?.tracks[2]).toEqual({ id: "track-3", own: true, shares: start.same });
  const even = editSplits(start, "even");
  expect(even?.same.map(({ percentage }) => percentage)).toEqual(["34", "33", "33"]);
  expect(even?.tracks).toEqual(start.tracks);
  expect(editSplits(start, "ask")).toBeUndefined();
});

test("who is known and not listed is offered once, and who is listed without an address gets it by one press", () => {
  const known = [
    { firstName: "Bea", lastName: "Okafor", email: "bea@example.com" },
    { firstName: "Iven", lastName: "Sorel", email: "" },
    { firstName: "iven", lastName: "sorel", email: "iven@example.com" },
    { firstName: "Ada", lastName: "Byron", email: "ada@example.com" },
    { firstName: "Cleo", lastName: "Vann", email: "" },
    { firstName: "", lastName: "", email: "nobody@example.com" },
  ].map((person) => ({ ...person, ipi: person.firstName === "Bea" ? "00014107338" : "" }));
  const offered = offeredPeople(start.people, known);
  expect(offered.map(({ firstName, email, isListed }) => [firstName, email, isListed])).toEqual([
    ["Bea", "bea@example.com", true],
    ["Iven", "iven@example.com", false],
  ]);
  const pressed = offered.reduce<Splits>(
    (splits, person) => editSplits(splits, `person:${JSON.stringify(person)}`) ?? splits,
    start,
  );
  expect(pressed.people.map(({ id, firstName, email }) => [id, firstName, email])).toEqual([
    ["person-1", "Ada", ""],
    ["person-2", "Bea", "bea@example.com"],
    ["person-3", "Cleo", ""],
    ["person-4", "Iven", "iven@example.com"],
  ]);
  expect(pressed.people.map(({ ipi }) => ipi)).toEqual(["", "00014107338", "", ""]);
  expect(percentages(pressed)).toEqual([
    ["60", "40", "0", "0"],
    ...[false, false, false, ["80", "0", "20", "0"]],
  ]);
  expect(offeredPeople(pressed.people, known)).toEqual([]);
  for (const wrong of ["", "{", "7", `{"firstName":"${"x".repeat(2000)}"}`])
    expect(editSplits(start, `person:${wrong}`), wrong).toBeUndefined();
});

test("people are called by their first names, as far as these differ", () => {
  const person = (firstName: string, lastName = "") => ({
    ...{ id: "", email: "", ipi: "", me: false },
    ...{ firstName, lastName },
  });
  expect(shortNames([person("Ada", "B"), person("Bea"), person("Ada", "C"), person("")])).toEqual([
    ...["Ada B", "Bea", "Ada C", "Songwriter 4"],
  ]);
});

test("a changed share or name changes the split text; an address does not", () => {
  const [tide] = currentSplitTracks(undefined, form);
  if (!tide) throw new Error("no track");
  const text = serializeSplit("Tide", tide);
  expect(parseSplit(text)).toEqual({
    title: "Tide",
    writers: [
      { name: "Ada Byron", share: 60 },
      { name: "Bea Okafor", share: 40 },
    ],
  });
  const changedText = (change: object) =>
    serializeSplit("Tide", {
      ...tide,
      writers: tide.writers.map((writer) => ({ ...writer, ...change })),
    });
  expect(changedText({ email: "x@example.com", me: true })).toBe(text);
  for (const change of [{ percentage: "50" }, { firstName: "Eve" }])
    expect(changedText(change)).not.toBe(text);
});

const row = {
  trackId: "track-1",
  name: "Bea Okafor",
  share: 40,
  email: "bea@example.com",
  state: "waiting",
  note: null,
  createdAt: "2026-11-20T00:00:00.000Z",
  answeredAt: null,
};
const now = new Date("2026-11-23T00:00:00Z");

test("each who is to be asked is told of with the number of tracks", () => {
  const splits = posted({}, { email: "Bea@Example.com" });
  const statesOf = (...rows: (typeof row)[]) =>
    splitTracks(splits, kinds).map((splitTrack) => writerStates(splitTrack, { rows, now }));
  expect(askText(splits.people, statesOf())).toBe(
    "Bea gets one email about 2 tracks. Cleo needs an address first.",
  );
  const asked = statesOf(row, { ...row, trackId: "track-3" });
  expect(askText(splits.people, asked)).toBe("Cleo needs an address first.");
  expect(askText(splits.people.slice(0, 2), asked)).toBe(
    "Nobody is left to ask about these shares.",
  );
});

test.each([
  [{}, "waiting"],
  [{ state: "confirmed" }, "confirmed"],
  [{ state: "disputed", note: "It was\nhalf" }, "disputed: It was half"],
  [{ createdAt: "2026-01-01T00:00:00.000Z" }, "not answered"],
  [{ email: "old@example.com" }, "not asked yet"],
  [{ share: 30, state: "confirmed" }, "not asked yet"],
  [{ name: "Bea Lind", state: "confirmed" }, "not asked yet"],
  [{ state: "replaced" }, "not asked yet"],
])("an answer %j counts as %s", (change, words) => {
  const [splitTrack] = splitTracks(posted({}, { email: "Bea@Example.com" }), kinds);
  if (!splitTrack) throw new Error("no track");
  const states = writerStates(splitTrack, { rows: [{ ...row, ...change }], now });
  expect(sharesText(states)).toBe(`Ada Byron 60% (the artist); Bea Okafor 40% (${words})`);
});

test("nobody is asked about a cover version, and its songwriters are not in the list", () => {
  const details = { tracks: [{ id: "track-4", cover: "yes" }] };
  expect(trackKinds(form, { details })).toEqual(["shared", "solo", "shared", "cover"]);
  expect(startingSplits({ details }, form).people.map(({ firstName }) => firstName)).toEqual([
    ...["Ada", "Bea"],
  ]);
  const splits = posted({}, { email: "" });
  expect(currentSplitTracks({ details, splits }, form)[3]?.writers).toEqual([]);
  const all = { tracks: ["track-1", "track-3", "track-4"].map((id) => ({ id, cover: "yes" })) };
  expect(
    currentSplitTracks({ details: all, splits }, form).flatMap(({ writers }) => writers),
  ).toEqual([]);
});
