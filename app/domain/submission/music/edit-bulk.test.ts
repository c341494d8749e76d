import * as v from "valibot";
import { expect, test } from "vitest";
import { readForm } from "~/forms/read-form";
import { NO_CHANGES, planChanges, shownChanges } from "./bulk-credits";
import { type BulkView, editBulk, NOT_CHOSEN, planNewcomer, readBulk } from "./edit-bulk";
import type { KnownPerson } from "./known-people";
import { type MusicAnswers, musicAnswersSchema } from "./music-step";
import { readMusic } from "./read-music";

const ola: KnownPerson = { list: "songwriters", firstName: "Ola", lastName: "Brandt" };
const sigrid = { id: "w", firstName: "Sigrid", lastName: "Vale", percentage: "100" };
const today = new Date("2027-01-04T12:00:00Z");
const release = (...contributors: object[]): MusicAnswers =>
  v.parse(musicAnswersSchema, {
    releaseType: "lp",
    tracks: contributors.map((metadata, index) => ({ title: `Song ${index + 1}`, metadata })),
  });
const view = (more: Partial<BulkView> = {}): BulkView => ({ ...NOT_CHOSEN, ...more });
const shownFor = (answers: MusicAnswers, { chosen, plan = NO_CHANGES }: BulkView) =>
  shownChanges(planChanges(answers.tracks, new Set(chosen), plan));
const press = (
  intent: string,
  answers: MusicAnswers,
  posted: BulkView,
  shown = shownFor(answers, posted),
) => editBulk(intent, answers, { view: posted, shown });
const writersOf = (answers: MusicAnswers | undefined) =>
  answers?.tracks.map(({ metadata }) => metadata.songwriters.map(({ firstName }) => firstName));

const before = release({ songwriters: [sigrid] }, {}, { soloWork: "on" });
const addsOla = view({
  chosen: ["track-1", "track-2"],
  plan: { people: [{ who: ola, change: "add", share: "" }], evenly: true, soloWork: false },
});
const change = () => {
  const changed = press("bulk-apply", before, addsOla);
  if (!changed) throw new Error("Nothing has changed");
  return changed;
};

test("what a form has posted is read: ticked tracks, the plan, and the name of somebody new", () => {
  const fields: [string, string][] = [
    ["tracks[0].id", "track-1"],
    ["tracks[1].id", "track-2"],
    ["tracks[1].chosen", "on"],
    ["tracks[2].id", "track-3"],
  ];
  expect(readBulk(readForm(fields), before).view).toEqual(
    view({ chosen: ["track-2"], plan: undefined }),
  );
  const open: [string, string][] = [
    ...fields,
    ["bulk.shown", "[]"],
    ["bulk.people[0].who", JSON.stringify(ola)],
    ["bulk.people[0].change", "add"],
    ["bulk.evenly", "on"],
    ["bulk.list", "producers"],
    ["bulk.firstName", "Ru"],
  ];
  expect(readBulk(readForm(open), before)).toEqual({
    shown: "[]",
    view: {
      chosen: ["track-2"],
      plan: addsOla.plan,
      newcomer: { list: "producers", firstName: "Ru", lastName: "" },
    },
  });
  expect(readBulk(readForm([...fields, ["chooseAll", "on"]]), before).view.chosen).toEqual([
    "track-1",
    "track-2",
    "track-3",
  ]);
});

test("'Choose all' counts where it was changed, and the rows where it was not", () => {
  const chosen = (...fields: [string, string][]) => {
    const rows = [0, 1, 2].map((index): [string, string] => [
      `tracks[${index}].id`,
      `track-${index + 1}`,
    ]);
    return readBulk(readForm([...rows, ...fields]), before).view.chosen;
  };
  const ticked: [string, string] = ["chooseAll", "on"];
  const wereAll: [string, string] = ["wereAllChosen", "1"];
  const second: [string, string] = ["tracks[1].chosen", "on"];
  expect(chosen(second, wereAll)).toEqual([]);
  expect(chosen(second, wereAll, ticked)).toEqual(["track-2"]);
  expect(chosen(second, ticked)).toEqual(["track-1", "track-2", "track-3"]);
  expect(chosen(second)).toEqual(["track-2"]);
});

test("the panel opens over the chosen tracks, and asks for some where none is chosen", () => {
  expect(press("bulk", before, view({ chosen: ["track-1"] }))).toEqual({
    answers: before,
    track: "",
    bulk: view({ chosen: ["track-1"], plan: NO_CHANGES, error: undefined }),
  });
  expect(press("bulk", before, view())?.bulk?.error).toBe("Choose tracks in the list first.");
  expect(press("bulk-solo", before, view({ chosen: ["track-1"] }))?.bulk?.plan?.soloWork).toBe(
    true,
  );
  expect(press("bulk-close", before, addsOla)?.bulk?.plan).toBeUndefined();
});

test("people are planned by one press, and a plan for them is taken back", () => {
  const json = JSON.stringify(ola);
  const solo = view({ chosen: ["track-1"], plan: { ...NO_CHANGES, soloWork: true } });
  const added = press(`bulk-add:${json}`, before, solo)?.bulk;
  expect(added?.plan).toEqual({
    people: [{ who: ola, change: "add", share: "" }],
    evenly: false,
    soloWork: false,
  });
  expect(press(`bulk-remove:${json}`, before, addsOla)?.bulk?.plan?.people[0]?.change).toBe(
    "remove",
  );
  expect(press(`bulk-keep:${json}`, before, addsOla)?.bulk?.plan?.people[0]?.change).toBe("");
  expect(press("bulk-add:{", before, addsOla)?.bulk?.plan).toEqual(addsOla.plan);
});

test.each([
  [{ list: "songwriters", firstName: "Ola", lastName: "" }, "Songwriter's last name is required"],
  [{ list: "producers", firstName: "", lastName: "" }, "Producer's name is required"],
  [
    { list: "featuredArtists", firstName: "x".repeat(201), lastName: "y" },
    "Featured artist's first name must be 200 characters or fewer",
  ],
  [
    { list: "nonFeaturedArtists", firstName: "", lastName: "y" },
    "Non-featured artist's first name is required",
  ],
] as const)("somebody new as %j is refused as in a track's own list: %s", (newcomer, error) => {
  const next = planNewcomer({ ...addsOla, plan: NO_CHANGES, newcomer });
  expect(next).toMatchObject({ plan: NO_CHANGES, newcomer, error });
});

test.each([
  ["songwriters", { firstName: "Iven", lastName: "Sorel" }],
  ["producers", { name: "Iven Sorel" }],
  ["featuredArtists", { firstName: "Iven", surname: "Sorel", roles: [] }],
] as const)("somebody new is added to %s, and the fields are free for the next", (list, names) => {
  const newcomer = { list, firstName: "Iven", lastName: "Sorel" };
  const next = press("bulk-new", before, view({ chosen: ["track-1"], newcomer }))?.bulk;
  expect(next?.plan?.people).toEqual([{ who: { list, ...names }, change: "add", share: "" }]);
  expect(next?.newcomer).toEqual({ list, firstName: "", lastName: "" });
});

test("a change is made as it was shown, folds to a note, and keeps what was there before", () => {
  const changed = change();
  expect(writersOf(changed.answers)).toEqual([["Sigrid", "Ola"], ["Ola"], []]);
  expect(changed).toMatchObject({
    bulk: NOT_CHOSEN,
    announcement: "Changed on 2 tracks.",
    answers: { bulkUndo: { tracks: [{ id: "track-1" }, { id: "track-2" }] } },
  });
  expect(changed.answers.tracks[2]).toEqual(before.tracks[2]);
});

test("a change that was not shown as it would be now is shown first", () => {
  const stale = press("bulk-apply", before, addsOla, "[]");
  expect(stale?.answers).toBe(before);
  expect(stale?.bulk).toEqual({
    ...addsOla,
    error: "Look at what this changes, then press the button again.",
  });
});

test("a change of nothing closes the panel and keeps the last undo", () => {
  const { answers } = change();
  const nothing = view({ chosen: ["track-1"], plan: NO_CHANGES });
  const edit = press("bulk-apply", answers, nothing);
  expect(edit?.answers).toBe(answers);
  expect(edit?.bulk?.plan).toBeUndefined();
});

test("undo puts back what was stored, once", () => {
  const { answers } = change();
  const stored = v.parse(musicAnswersSchema, JSON.parse(JSON.stringify(answers)));
  const undone = press("bulk-undo", stored, view());
  expect(undone?.answers.tracks).toEqual(before.tracks);
  expect(undone?.answers.bulkUndo).toBeUndefined();
  expect(undone?.bulk?.note).toBe("Undone on 2 tracks.");
  const again = press("bulk-undo", undone?.answers ?? stored, view());
  expect(again?.bulk?.note).toBe("There is nothing to undo any more.");
  expect(again?.answers.tracks).toEqual(before.tracks);
});

test("undo writes nothing over newer edits of the same tracks, and says so", () => {
  const { answers } = change();
  const edited = {
    ...answers,
    tracks: answers.tracks.map((track, index) =>
      index === 1 ? { ...track, metadata: { ...track.metadata, producers: ["Max"] } } : track,
    ),
  };
  const refused = press("bulk-undo", edited, view());
  expect(refused?.answers.tracks).toEqual(edited.tracks);
  expect(refused?.bulk?.note).toBe(
    "Not undone. These contributors were changed again since: 2 Song 2.",
  );
});

test("undo lets edits of other tracks be, and tracks that are gone", () => {
  const { answers } = change();
  const [first, , third] = answers.tracks;
  const other = { ...answers, tracks: [first, third].flatMap((track) => (track ? [track] : [])) };
  const undone = press("bulk-undo", other, view());
  expect(writersOf(undone?.answers)).toEqual([["Sigrid"], []]);
  expect(undone?.bulk?.note).toBe("Undone on 1 track.");
});

test("Next does not pass over changes that were planned and not made", () => {
  const refused = press("next", before, addsOla);
  expect(refused?.bulk?.error).toContain("You have not made these changes yet.");
  expect(refused?.answers).toBe(before);
  const planless = view({ chosen: ["track-1"], plan: NO_CHANGES });
  expect(press("next", before, planless)).toBeUndefined();
  expect(press("next", before, view())).toBeUndefined();
  expect(press("move-up:track-1", before, addsOla)).toBeUndefined();
});

test("no form posts what was there before: the stored answers alone tell it", () => {
  const { answers } = change();
  const posted = readForm([
    ["tracks[0].id", "track-1"],
    ["bulkUndo.tracks[0].id", "track-3"],
  ]);
  expect(readMusic(posted, answers, today).bulkUndo).toEqual(answers.bulkUndo);
  expect(readMusic(posted, before, today).bulkUndo).toBeUndefined();
});
