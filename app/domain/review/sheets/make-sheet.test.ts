import { parseCsv } from "hucre/csv";
import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { fiveReleases } from "../../../../tests/fixtures/five-releases";
import { releaseModel } from "../package/release-model";
import { knownTemplates } from "./known-templates";
import { missingText, missingValues, releaseRows } from "./make-sheet";
import { sheetCsv, sheetXlsx } from "./sheet-file.server";

const models = fiveReleases.map(({ release, files }) => releaseModel(release, files));
const modelOf = (name: string) => {
  const model = models[fiveReleases.findIndex((release) => release.name === name)];
  if (!model) throw new Error(`No release ${name}`);
  return model;
};
const templateOf = (wanted: string) => {
  const template = knownTemplates.find(({ id }) => id === wanted);
  if (!template) throw new Error(`No template ${wanted}`);
  return template;
};
async function* each<T>(items: readonly T[]) {
  yield* items;
}

/** The lines of a sheet by the names of its columns, without what is empty. */
function linesOf(id: string, name: string, index = 0) {
  const sheet = templateOf(id).sheets[index];
  if (!sheet) throw new Error("No such sheet");
  return releaseRows(sheet, modelOf(name)).map((row) =>
    Object.fromEntries(
      row.flatMap((cell, at) => (cell === "" ? [] : [[sheet.rows[0]?.[at] ?? "", cell]])),
    ),
  );
}

test("Believe's sheet has a line for each track, as its help page says", () => {
  const [first, second] = linesOf("believe", "ep-with-guests");
  expect(first).toEqual({
    ...{ "Track number": 1, "Track title": "First Ferry", "CD number": 1 },
    ...{ "Release title": "Four Ferries", Label: "Harbour Records", "Production year": "2026" },
    "℗ line (P line)": "Harbour Records Ltd",
    "© line (C line)": "Harbour Records",
    ...{ Genre: "Electronic", "Sub Genre": "House", Tracktype: "ORIGINAL" },
    ...{ "Lyrics language": "English", "Title language": "English", "Parental advisory": "NO" },
    "Territories to deliver": "+WW -RU -BY",
    "Digital release date (MM/DD/YYYY)": "03/12/2027",
    "Original release date (MM/DD/YYYY)": "03/12/2027",
    "ISRC Code (Leave blank if you want Believe to generate it)": "GBH1N2620001",
    "EAN Code (optional)": "5060700000026",
    "Release catalog number (optional)": "REF-2",
    "Track catalog number (optional)": "REF-2-1",
  });
  expect(second).toMatchObject({
    ...{ "Track title": "Second Ferry", "Mixtitle / Version": "Night Remix" },
  });
});

test("Believe's second sheet has a line for each person, with their tracks and the artist's id", () => {
  expect(linesOf("believe", "ep-with-guests", 1)).toEqual([
    {
      ...{ "Release title": "Four Ferries", "Contributor Name": "North & Pier" },
      "Main artist on tracks:": "1.1;1.2;1.3;1.4",
    },
    {
      ...{ "Release title": "Four Ferries", "Contributor Name": "Kai Okafor" },
      ...{ "Featuring on tracks:": "1.1;1.3" },
      ...{ "Composer on tracks:": "1.1", "Author on tracks:": "1.1" },
    },
    {
      ...{ "Release title": "Four Ferries", "Contributor Name": "Bea Lund" },
      "Arranger on tracks:": "1.1",
    },
    {
      ...{ "Release title": "Four Ferries", "Contributor Name": "Nora Pier" },
      ...{ "Composer on tracks:": "1.1;1.2;1.3", "Author on tracks:": "1.1;1.2;1.3" },
    },
    {
      ...{ "Release title": "Four Ferries", "Contributor Name": "Jo Pike" },
      "Producer on tracks:": "1.1",
    },
    {
      ...{ "Release title": "Four Ferries", "Contributor Name": "Max Rowe" },
      "Remixer on tracks:": "1.2",
    },
    {
      ...{ "Release title": "Four Ferries", "Contributor Name": "Ling" },
      "Featuring on tracks:": "1.3",
    },
    {
      ...{ "Release title": "Four Ferries", "Contributor Name": "Old Writer" },
      ...{ "Composer on tracks:": "1.4", "Author on tracks:": "1.4" },
    },
    {
      ...{ "Release title": "Four Ferries", "Contributor Name": "Quay Music" },
      "Publisher on tracks:": "1.4",
    },
  ]);
  expect(linesOf("believe", "single", 1)).toEqual([
    expect.objectContaining({ "Spotify ID": "4gzpq5DPGxSnKTe4SA8HAU" }),
  ]);
});

test("Mixbank's lines have files, days by territory, and artists with their guests", () => {
  expect(linesOf("mixbank", "album-two-artworks")).toHaveLength(12);
  expect(linesOf("mixbank", "album-two-artworks")[4]).toEqual({
    ...{ album_artist: "Ada Berg", album_title: 'Twelve; or, "More"', album_ean: "5060700000033" },
    ...{ album_release_date: "2027-03-12", album_label: "Harbour Records" },
    ...{ album_art_filename: 'Twelve; or, "More".jpg', track_number: 5, track_title: "Part 5" },
    ...{ track_filename: "05 Part 5.wav", track_custom_id: "REF-3-5", track_artist: "Ada Berg" },
    ...{ track_genres: "Folk", track_isrc: "GBH1N2630005", track_explicit_lyrics: "no" },
    track_pline: "2026 Harbour Records Ltd",
    track_territory_start_dates: "NO:2027-03-12|SE:2027-03-12|DK:2027-03-12",
  });
  const [first, second] = linesOf("mixbank", "ep-with-guests");
  expect(first).toMatchObject({ track_artist: "North & Pier feat. Kai Okafor" });
  expect(second).toMatchObject({ track_title: "Second Ferry (Night Remix)" });
  expect(linesOf("mixbank", "explicit")).toMatchObject([
    { track_explicit_lyrics: "yes", album_upc: "077000012340", album_artist: "=Sum" },
    { track_explicit_lyrics: "no", track_title: "@Loud (Clean Version)" },
  ]);
});

test("five releases in Believe's workbook are read back equal", async () => {
  const template = templateOf("believe");
  const { sheets } = await readXlsx(await sheetXlsx(template, each(models)));
  expect(sheets.map(({ name }) => name)).toEqual(["Album Extended", "Contributors"]);
  for (const [index, sheet] of template.sheets.entries()) {
    const rows = [...sheet.rows, ...models.flatMap((model) => releaseRows(sheet, model))];
    const read = sheets[index]?.rows.map((row) => row.map((cell) => cell ?? ""));
    expect(read).toEqual(rows);
    // No empty lines between two releases.
    expect(read?.every((row) => row.some((cell) => cell !== ""))).toBe(true);
  }
});

test("five releases in Mixbank's CSV are read back equal, and none of them runs as a formula", async () => {
  const [sheet] = templateOf("mixbank").sheets;
  if (!sheet) throw new Error("No sheet");
  const csv = await new Response(sheetCsv(sheet, each(models))).text();
  const rows = [...sheet.rows, ...models.flatMap((model) => releaseRows(sheet, model))];
  const read = parseCsv(csv);
  expect(read.flat().filter((cell) => /^[=+@-]/.test(String(cell)))).toEqual([]);
  const unguarded = read.map((row) =>
    row.map((cell) => String(cell ?? "").replace(/^'(?=[=+@-])/, "")),
  );
  expect(unguarded).toEqual(rows.map((row) => row.map(String)));
});

test("what a template needs and a release lacks is told with its tracks, each once", () => {
  const complete = modelOf("ep-with-guests");
  expect(missingValues(templateOf("mixbank"), complete)).toEqual([]);
  const bare = {
    ...complete,
    ...{ label: "", gtin: "" },
    tracks: complete.tracks.map((track) => ({
      ...track,
      isrc: track.number === 2 ? track.isrc : "",
      file: undefined,
    })),
  };
  const missing = missingValues(templateOf("mixbank"), bare);
  expect(missing.map((value) => missingText(value, bare))).toEqual([
    "UPC or EAN",
    "Label",
    "File of the track (all tracks)",
    "ISRC (tracks 1, 3, 4)",
  ]);
  expect(missing.map(({ ask }) => ask)).toContain("the ISRC");
  // Believe gives out both itself.
  expect(missingValues(templateOf("believe"), bare).map(({ label }) => label)).toEqual(["Label"]);
});
