import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import {
  applyPlan,
  areSameCredits,
  type BulkPlan,
  bulkPlanSchema,
  bulkRows,
  changedTracks,
  NO_CHANGES,
  planChanges,
} from "./bulk-credits";
import { creditedPeople, type KnownPerson, personName } from "./known-people";
import { musicAnswersSchema } from "./music-step";
import { noContributors } from "./track-contributors";

const sigrid: KnownPerson = { list: "songwriters", firstName: "Sigrid", lastName: "Vale" };
const ola: KnownPerson = { list: "songwriters", firstName: "Ola", lastName: "Brandt" };
const ruben: KnownPerson = { list: "producers", name: "Ruben Falk" };
const mia: KnownPerson = {
  list: "featuredArtists",
  firstName: "Mia",
  surname: "Lundell",
  roles: ["Vocals"],
};
const writer = (firstName: string, lastName: string, percentage: string) => ({
  firstName,
  lastName,
  percentage,
});
const tracksOf = (...contributors: object[]) =>
  v.parse(musicAnswersSchema, {
    tracks: contributors.map((metadata, index) => ({ title: `Song ${index + 1}`, metadata })),
  }).tracks;
/** As in the mock-up: two tracks of one writer, two of both, and one with a producer. */
const tracks = tracksOf(
  {
    songwriters: [writer("Sigrid", "Vale", "50"), writer("Ola", "Brandt", "50")],
    producers: ["Ruben Falk"],
  },
  { songwriters: [writer("Sigrid", "Vale", "100")] },
  { songwriters: [writer("sigrid", "VALE", "100")] },
  { soloWork: "on" },
);
const all = new Set(tracks.map(({ id }) => id));
const plan = (more: Partial<BulkPlan>): BulkPlan => ({ ...NO_CHANGES, ...more });
const person = (
  who: KnownPerson,
  change: "" | "add" | "remove",
  share = "",
): BulkPlan["people"][number] => ({ who, change, share });
const told = (changes: ReturnType<typeof planChanges>) =>
  changes.map(({ label, changes: parts, totalText }) => [
    label,
    ...parts.map(({ kind, text, before, after }) =>
      [kind, text, before, after].filter((part) => part !== undefined).join(" | "),
    ),
    ...(totalText ? [totalText] : []),
  ]);

test("a plan adds where somebody is missing, gives shares to all, and tells what differs on each track", () => {
  const chosen = new Set(["track-1", "track-2", "track-3"]);
  const people = [person(ola, "add", "50"), person(sigrid, "", "50")];
  const changes = planChanges(tracks, chosen, plan({ people }));
  expect(told(changes)).toEqual([
    ["1 Song 1"],
    ["2 Song 2", "added | Ola Brandt, Songwriter 50%", "share | Sigrid Vale | 100% | 50%"],
    ["3 Song 3", "added | Ola Brandt, Songwriter 50%", "share | sigrid VALE | 100% | 50%"],
  ]);
  expect(changedTracks(changes).map(({ id }) => id)).toEqual(["track-2", "track-3"]);
});

test("a plan takes somebody off, and says where the shares do not add up then", () => {
  const people = [person(sigrid, "remove"), person(ruben, "remove"), person(mia, "add")];
  expect(told(planChanges(tracks, new Set(["track-1", "track-4"]), plan({ people })))).toEqual([
    [
      "1 Song 1",
      "added | Mia Lundell, Vocals",
      "removed | Ruben Falk, Producer",
      "removed | Sigrid Vale, Songwriter 50%",
      "Need 50% more",
    ],
    ["4 Song 4", "removed | Solo work", "added | Mia Lundell, Vocals"],
  ]);
});

test("equal shares are counted for each track by itself", () => {
  const changes = planChanges(tracks, all, plan({ people: [person(mia, "")], evenly: true }));
  expect(changedTracks(changes)).toEqual([]);
  const people = [person(sigrid, "add"), person(ola, "add")];
  const [, second, , last] = tracks.map(({ metadata }) =>
    applyPlan(metadata, plan({ people, evenly: true })),
  );
  expect(second?.songwriters.map(({ percentage }) => percentage)).toEqual(["50", "50"]);
  expect(last).toMatchObject({
    soloWork: false,
    songwriters: [writer("Sigrid", "Vale", "50"), writer("Ola", "Brandt", "50")],
  });
});

test("solo work clears artists and songwriters, keeps producers, and tells whom it clears", () => {
  const changes = planChanges(tracks, all, plan({ soloWork: true, people: [person(mia, "add")] }));
  expect(told(changes)).toEqual([
    [
      "1 Song 1",
      "added | Solo work",
      "removed | Sigrid Vale, Songwriter 50%",
      "removed | Ola Brandt, Songwriter 50%",
    ],
    ["2 Song 2", "added | Solo work", "removed | Sigrid Vale, Songwriter 100%"],
    ["3 Song 3", "added | Solo work", "removed | sigrid VALE, Songwriter 100%"],
    ["4 Song 4"],
  ]);
});

test("a full list takes nobody, which is told and changes nothing", () => {
  const featuredArtists = Array.from({ length: 10 }, (_, number) => {
    return { firstName: "Guest", surname: `${number}`, roles: [] };
  });
  const full = tracksOf({ featuredArtists }, {});
  const changes = planChanges(full, all, plan({ people: [person(mia, "add")] }));
  expect(told(changes)).toEqual([
    ["1 Song 1", "left-out | Mia Lundell: this list is full"],
    ["2 Song 2", "added | Mia Lundell, Vocals"],
  ]);
  expect(changedTracks(changes)).toHaveLength(1);
});

test("a row says on which of the chosen tracks somebody is and will be, and with what shares", () => {
  const rows = bulkRows(
    tracks,
    new Set(["track-1", "track-2"]),
    plan({ people: [person(ola, "add")] }),
  );
  expect(rows.map(({ who }) => personName(who))).toEqual([
    "Sigrid Vale",
    "Ola Brandt",
    "Ruben Falk",
  ]);
  expect(rows.map((row) => row.shares)).toEqual([["50%", "100%"], ["50%"], []]);
  expect(rows[1]).toMatchObject({
    change: "add",
    tracks: [
      { number: 1, before: true, after: true },
      { number: 2, before: false, after: true },
    ],
  });
});

test("a posted plan is cut to its limits, and what is no person is left out with all others", () => {
  const who = JSON.stringify(sigrid);
  const read = (people: object[]) => v.parse(bulkPlanSchema, { people }).people;
  expect(read([{ who, change: "add", share: "250 %" }])).toEqual([person(sigrid, "add", "100")]);
  expect(read(Array.from({ length: 300 }, () => ({ who })))).toHaveLength(200);
  for (const wrong of ["{", "7", `{"list":"x"}`, " ".repeat(20_001), undefined])
    expect(read([{ who: wrong }])).toEqual([]);
});

const anyPeople = fc.uniqueArray(fc.constantFrom(sigrid, ola, ruben, mia), {
  selector: personName,
});
const anyPlan = fc.record({
  people: anyPeople.chain((people) =>
    fc.tuple(
      ...people.map((who) =>
        fc.record({
          who: fc.constant(who),
          change: fc.constantFrom("" as const, "add" as const, "remove" as const),
          share: fc.constantFrom("", "40"),
        }),
      ),
    ),
  ),
  evenly: fc.boolean(),
  soloWork: fc.boolean(),
});

test("whatever is planned, the list tells of a track exactly if the track changes, and of every name", () => {
  fc.assert(
    fc.property(anyPlan, (some) => {
      const changed = new Set(changedTracks(planChanges(tracks, all, some)).map(({ id }) => id));
      for (const { id, title, metadata } of tracks) {
        const after = applyPlan(metadata, some);
        expect(changed.has(id)).toBe(!areSameCredits(metadata, after));
        const [told0] = planChanges([{ id, title, metadata }], all, some);
        const names = (of: typeof after) => creditedPeople([{ metadata: of }]).map(personName);
        const differing = [...names(metadata), ...names(after)].filter(
          (name) => names(metadata).includes(name) !== names(after).includes(name),
        );
        for (const name of differing)
          expect(told0?.changes.map(({ text }) => text).join()).toContain(name);
      }
    }),
  );
});

test("a plan without changes leaves a track without contributors as it is", () => {
  expect(applyPlan(noContributors(), NO_CHANGES)).toEqual(noContributors());
});
