import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import type { CatalogueItem } from "~/domain/catalogue/catalogue-item";
import { errorTexts } from "~/forms/form-reply";
import { editMusic } from "./edit-music";
import { NO_NAMES } from "./music-edit";
import { musicAnswersSchema } from "./music-step";
import {
  addCatalogueItem,
  checkTransfer,
  FULL_LIST_TEXT,
  MAX_CATALOGUE_ITEMS,
  readItem,
  removeCatalogueItem,
  transferEntries,
  transferUrls,
} from "./transfer";
import { TRANSFER_TIME_TEXT, transferChecklist } from "./transfer-texts";

const track = (id: string, title = "Dawn"): CatalogueItem => ({
  id,
  type: "track",
  title,
  artist: "Ada",
  image: "https://img.example/a.jpg",
  spotifyUrl: `https://open.spotify.com/track/${id}`,
  releaseDate: "2024-05",
  trackDetails: {
    isrc: "GBAAA2400001",
    label: "Unknown Label",
    album: "Day",
    duration: 180_000,
    upc: null,
    releaseDate: "2024-05",
  },
});
const schema = v.object(transferEntries);
const read = (...catalogueItems: unknown[]) => v.parse(schema, { catalogueItems }).catalogueItems;

test("items are read as objects from a draft and as JSON from a form", () => {
  expect(read(track("a1"), JSON.stringify(track("b2")))).toEqual([track("a1"), track("b2")]);
});

test.each<[string, unknown]>([
  ["text that is no JSON", "{"],
  ["something else in JSON", "[1]"],
  ["an item without details", { ...track("a1"), trackDetails: undefined }],
  ["a link that runs script", { ...track("a1"), spotifyUrl: "javascript:alert(1)" }],
  ["a link to another site", { ...track("a1"), spotifyUrl: "https://spotify.example/track/a1" }],
  ["a link to an album for a track", { ...track("a1"), spotifyUrl: "spotify:album:a1" }],
])("%s falls away and the others stay", (_, bad) => {
  expect(read(bad, track("b2"))).toEqual([track("b2")]);
});

test.each(["data:text/html,x", "//evil.example/x", "http://evil.example/x", "javascript:x", ""])(
  "a picture at %j is left out, and its release stays",
  (image) => {
    expect(read({ ...track("a1"), image })).toEqual([{ ...track("a1"), image: null }]);
  },
);

test("an item without a picture, or with one of our own, is kept", () => {
  const items = [
    { ...track("a1"), image: null },
    { ...track("b2"), image: "/files/a.jpg" },
    { ...track("c3"), image: "http://localhost:8788/sandbox/a" },
  ];
  expect(read(...items)).toEqual(items);
});

test("one release is read as strictly as those of a list", () => {
  expect(readItem(JSON.stringify(track("a1")))).toEqual(track("a1"));
  for (const bad of [
    "",
    "{",
    "null",
    JSON.stringify({ ...track("a1"), spotifyUrl: "x" }),
    undefined,
  ])
    expect(readItem(bad)).toBeUndefined();
});

test("the button of the page adds a release, and an invalid one changes nothing", () => {
  const facts = {
    today: new Date(0),
    slots: new Set<string>(),
    newId: () => "t",
    artist: NO_NAMES,
  };
  const press = (about: string) => {
    const answers = v.parse(musicAnswersSchema, { catalogueItems: [track("a1")] });
    const edit = editMusic(`put-item:${about}`, answers, { ...facts, displayedType: "single" });
    return edit?.answers.catalogueItems;
  };
  expect(press(JSON.stringify(track("b2", "Dawn: Part 1")))).toEqual([
    track("a1"),
    track("b2", "Dawn: Part 1"),
  ]);
  expect(press(JSON.stringify(track("a1", "Dusk")))).toEqual([track("a1", "Dusk")]);
  for (const bad of ["", "{", "[]"]) expect(press(bad)).toEqual([track("a1")]);
});

test("a full list says how many releases it can have", () => {
  expect(FULL_LIST_TEXT).toContain(String(MAX_CATALOGUE_ITEMS));
});

test("a release added twice is listed once, with its latest data", () => {
  expect(addCatalogueItem([track("a1"), track("b2")], track("a1", "Dusk"))).toEqual([
    track("a1", "Dusk"),
    track("b2"),
  ]);
});

test("a release can be removed", () => {
  expect(removeCatalogueItem([track("a1"), track("b2")], track("a1"))).toEqual([track("b2")]);
  expect(removeCatalogueItem([track("a1")], { type: "album", id: "a1" })).toEqual([track("a1")]);
});

test("adding keeps every release once, in order, up to the limit", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(60)), (ids) => {
      const items = ids.map((id) => track(`t${id}`)).reduce(addCatalogueItem, []);
      const expectedIds = [...new Set(ids)].slice(0, MAX_CATALOGUE_ITEMS).map((id) => `t${id}`);
      expect(items.map(({ id }) => id)).toEqual(expectedIds);
    }),
  );
});

test("a transfer without a release says 'Please add at least one release to transfer'", () => {
  expect(errorTexts(checkTransfer({ distributor: "", catalogueItems: [] }))).toEqual({
    catalogueItems: "Please add at least one release to transfer",
  });
  expect(errorTexts(checkTransfer({ distributor: "", catalogueItems: [track("a1")] }))).toEqual({});
});

test("the transfer text names 2-4 weeks and the checklist what must stay the same", () => {
  expect(TRANSFER_TIME_TEXT).toContain("2-4 weeks");
  for (const word of ["ISRC", "UPC", "title", "5 seconds", "5 days", "live in both places"])
    expect(transferChecklist.join(" ")).toContain(word);
});

test("addresses are joined by commas for the board", () => {
  expect(transferUrls([track("a1"), track("b2")])).toBe(
    "https://open.spotify.com/track/a1,https://open.spotify.com/track/b2",
  );
});
