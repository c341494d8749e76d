import * as v from "valibot";
import { expect, test } from "vitest";
import { releaseFormSchema } from "~/domain/submission/record/release-form";
import { errorTexts } from "~/forms/form-reply";
import { sharesText, writerStates } from "./split-state";
import {
  checkSplits,
  editSplits,
  parseSplit,
  readSplits,
  serializeSplit,
  startingSplits,
} from "./splits";

const form = v.parse(releaseFormSchema, {
  tracks: [
    {
      title: "Tide",
      metadata: {
        soloWork: false,
        songwriters: [
          { firstName: "Ada", lastName: "Byron", percentage: 60 },
          { firstName: "Bea", lastName: "Okafor", percentage: 40 },
        ],
      },
    },
    { title: "Ebb", metadata: { soloWork: true } },
  ],
});
const start = startingSplits(undefined, form);
const [track] = start.tracks;
const writers = track?.writers ?? [];
const createSplits = (change: object, rowIndex = 1) =>
  readSplits(
    {
      tracks: [
        {
          id: "track-1",
          writers: writers.map((writer, row) => ({
            ...writer,
            me: row === 0 && rowIndex !== 0 ? "on" : "",
            percentage: writer.percentage,
            ...(row === rowIndex ? change : {}),
          })),
        },
      ],
    },
    start,
  );
const errors = (change: object, rowIndex = 1) =>
  errorTexts(checkSplits(createSplits(change, rowIndex), form));

test("shares start as they were submitted; solo work has nobody to ask", () => {
  expect(start.tracks.map(({ id, writers: of }) => [id, of.map(({ id: own }) => own)])).toEqual([
    ["track-1", ["writer-1", "writer-2"]],
    ["track-2", []],
  ]);
});

test("songwriters posted for solo work are ignored", () => {
  const [, solo] = start.tracks;
  const postedTrack = { ...solo, id: "track-2", writers: [{ id: "writer-1", firstName: "Mal" }] };
  const postedSplits = readSplits({ tracks: [postedTrack] }, start);
  expect(startingSplits(postedSplits, form).tracks[1]?.writers).toEqual([]);
  const editedSplits = editSplits(start, "add:track-2");
  expect(editedSplits).toBeDefined();
  expect(startingSplits(editedSplits ?? start, form).tracks[1]?.writers).toEqual([]);
  expect(
    startingSplits(createSplits({ email: "bea@example.com" }), form).tracks[0]?.writers,
  ).toHaveLength(2);
});

test("complete shares with an address to ask are valid", () => {
  expect(errors({ email: "bea@example.com" })).toEqual({});
});

test.each<[object, string]>([
  [{ email: "" }, "Type the email address of a songwriter to ask"],
  [{ email: "bea" }, "Track 1: Please enter a valid email address"],
  [{ email: "b@example.com", percentage: "30" }, "Track 1: Songwriters: Need 10% more"],
  [{ email: "b@example.com", percentage: "50" }, "Over 100% - Please reduce percentages"],
  [{ email: "b@example.com", lastName: "" }, "Songwriter's last name is required"],
])("%j is an error that keeps the questions from being sent", (change, sentence) => {
  expect(Object.values(errors(change))).toContainEqual(expect.stringContaining(sentence));
});

test("a songwriter is added and removed, and a post without a track leaves it unchanged", () => {
  const more = editSplits(start, "add:track-1");
  expect(more?.tracks[0]?.writers.map(({ id }) => id)).toEqual([
    ...["writer-1", "writer-2", "writer-3"],
  ]);
  const fewer = editSplits(start, "remove:track-1:writer-1");
  expect(fewer?.tracks[0]?.writers.map(({ id }) => id)).toEqual(["writer-2"]);
  expect(editSplits(start, "ask")).toBeUndefined();
  expect(readSplits({ tracks: [] }, start)).toEqual(start);
});

test("a changed share, name or title changes the split text; an address does not", () => {
  if (!track) throw new Error("no track");
  const text = serializeSplit("Tide", track);
  expect(parseSplit(text)).toEqual({
    title: "Tide",
    writers: [
      { name: "Ada Byron", share: 60 },
      { name: "Bea Okafor", share: 40 },
    ],
  });
  const changedText = (change: object) =>
    serializeSplit("Tide", {
      ...track,
      writers: track.writers.map((writer) => ({ ...writer, ...change })),
    });
  expect(changedText({ email: "x@example.com", me: true })).toBe(text);
  for (const change of [{ percentage: "50" }, { firstName: "Eve" }])
    expect(changedText(change)).not.toBe(text);
  expect(serializeSplit("Tides", track)).not.toBe(text);
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
  const row = {
    trackId: "track-1",
    name: "Bea Okafor",
    share: 40,
    email: "bea@example.com",
    state: "waiting",
    note: null,
    createdAt: "2026-11-20T00:00:00.000Z",
    answeredAt: null,
    ...change,
  };
  const splitTrack = createSplits({ email: "Bea@Example.com" }).tracks[0];
  if (!splitTrack) throw new Error("no track");
  const now = new Date("2026-11-23T00:00:00Z");
  const states = writerStates(splitTrack, { rows: [row], now });
  expect(sharesText(states)).toBe(`Ada Byron 60% (the artist); Bea Okafor 40% (${words})`);
});
