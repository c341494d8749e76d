import { expect, test } from "vitest";
import type { FieldName } from "./column-names";
import { knownTemplates } from "./known-templates";
import { columnWords, matchColumns, matchSheet } from "./match-template";
import { fieldNames, sheetFields } from "./sheet-fields";
import { EMPTY, FIXED } from "./sheet-template";

/** The field that one column of this name and these examples is matched to. */
function fieldOf(header: string, ...examples: string[]) {
  const rows = [[header], ...examples.map((example) => [example])];
  return matchColumns({ name: "Sheet", rows, header: 0, start: 1 })[0]?.field;
}

test("no name belongs to two fields, and each field is found by its own label", () => {
  const owners = new Map<string, FieldName>();
  const twice = fieldNames.flatMap((name) =>
    [...new Set(sheetFields[name].names)].flatMap((words) => {
      const other = owners.get(words);
      owners.set(words, name);
      return other ? [`${words}: ${other} and ${name}`] : [];
    }),
  );
  expect(twice).toEqual([]);
  expect(fieldNames.filter((name) => fieldOf(sheetFields[name].label) !== name)).toEqual([]);
});

test.each<[FieldName, string[]]>([
  ["releaseTitle", ["Album Title", "release_title", "ReleaseTitle", "Album", "RELEASE NAME*"]],
  ["trackTitle", ["Title", "Track Name", "Song Title (required)", "trackTitle", "Song"]],
  ["isrc", ["ISRC", "ISRC Code", "track_isrc", "Isrc [optional]", "Recording ISRC"]],
  ["gtin", ["UPC/EAN", "Barcode", "GTIN", "UPC or EAN"]],
  ["releaseDate", ["Release Date", "Digital Release Date (MM/DD/YYYY)", "Go live date"]],
  ["trackDate", ["Original Release Date", "Track release date"]],
  ["trackNumber", ["Track No.", "Track #", "track_number", "No", "Sequence"]],
  ["discNumber", ["Disc", "CD number", "Volume Number", "Disc No"]],
  ["composers", ["Composer", "Composer(s)", "Music by", "Songwriters", "Writers"]],
  ["authors", ["Lyricist", "Author(s)", "Words by", "Lyrics by"]],
  ["featuring", ["Featured Artist", "Feat.", "Featuring", "Guest artists"]],
  ["explicit", ["Explicit", "Parental Advisory", "Explicit Lyrics", "track_explicit_lyrics"]],
  ["territory", ["Territories", "Territories to deliver", "Rights Territories"]],
  ["trackLanguage", ["Language", "Lyrics Language", "Audio language"]],
  ["duration", ["Duration", "Track Length", "Running time"]],
  ["trackFile", ["Audio file", "track_filename", "Filename", "WAV file"]],
  ["artworkFile", ["Cover Art", "Artwork filename", "album_art_filename"]],
  ["pOwner", ["P Line Owner", "℗ owner", "Phonographic Owner"]],
  ["label", ["Label", "Record Label", "Imprint", "Label Name"]],
  ["version", ["Version", "Mix / Version", "Subtitle", "Mixtitle / Version"]],
])("%s is found by %j", (name, headers) => {
  expect(headers.map((header) => [header, fieldOf(header)])).toEqual(
    headers.map((header) => [header, name]),
  );
});

test("where the name says nothing, examples do, and where it says two things they decide", () => {
  expect(fieldOf("Code", "GBH1N2610001")).toBe("isrc");
  expect(fieldOf("Column A", "01 Tide.wav")).toBe("trackFile");
  expect(fieldOf("Column B", "cover.jpg")).toBe("artworkFile");
  expect(fieldOf("Where", "+WW -RU")).toBe("territory");
  expect(fieldOf("File name", "front.jpg")).not.toBe("trackFile");
  expect(fieldOf("Mood", "Calm")).toBe(EMPTY);
  expect(fieldOf("", "")).toBe(EMPTY);
});

test("formats are those that the name states, else those of the examples", () => {
  const formatOf = (header: string, ...examples: string[]) => {
    const rows = [[header], ...examples.map((example) => [example])];
    return matchColumns({ name: "Sheet", rows, header: 0, start: 1 })[0]?.format;
  };
  expect(formatOf("Release date (MM/DD/YYYY)", "25/12/2026")).toBe("MM/DD/YYYY");
  expect(formatOf("Release date", "25/12/2026")).toBe("DD/MM/YYYY");
  expect(formatOf("Release date", "12.03.2027")).toBe("DD.MM.YYYY");
  expect(formatOf("Release date")).toBe("");
  expect(formatOf("Duration (hh:mm:ss)")).toBe("hh:mm:ss");
  expect(formatOf("Duration", "00:03:05")).toBe("hh:mm:ss");
  expect(formatOf("ISRC", "GB-H1N-26-10001")).toBe("hyphens");
  expect(formatOf("Composers", "Ada Berg|Bo Lund")).toBe("bar");
  expect(formatOf("Composers", "Ada Berg; Bo Lund")).toBe("semicolon-blank");
  expect(formatOf("Explicit", "Y")).toBe("y-n");
  expect(formatOf("Territories", "NO;SE")).toBe("codes-semicolon");
  expect(formatOf("Spotify Artist ID", "spotify:artist:4gzpq5DPGxSnKTe4SA8HAU")).toBe("uri");
  expect(formatOf("Language", "en")).toBe("code");
});

test("the header is found below titles and explanations, and the line by its columns", () => {
  const sheet = matchSheet("Upload", [
    ["Distributor upload v3", "", ""],
    ["Fill in one line per track", "", ""],
    ["Release title", "Track title", "ISRC"],
    ["My Album", "Song one", "GBH1N2610001"],
  ]);
  expect(sheet).toMatchObject({ header: 2, start: 3, line: "track" });
  expect(sheet.columns.map(({ field }) => field)).toEqual(["releaseTitle", "trackTitle", "isrc"]);
  expect(matchSheet("One", [["Album title", "Label", "UPC"]]).line).toBe("release");
  expect(
    matchSheet("Odd", [
      ["", ""],
      ["x", "y"],
    ]),
  ).toMatchObject({ header: 1, start: 2 });
});

test("the templates that come ready are matched to the fields that they have", () => {
  for (const { sheets } of knownTemplates)
    for (const sheet of sheets) {
      const matched = matchSheet(sheet.name, sheet.rows);
      expect(matched.line).toBe(sheet.line);
      const known = sheet.columns.map(({ field }) => field);
      const right = matched.columns.filter(({ field }, index) => field === known[index]);
      const open = known.filter((field) => field === EMPTY || field === FIXED).length;
      expect(right.length).toBeGreaterThanOrEqual(known.length - open - 3);
    }
});

test("names lose brackets, stars and the form of code", () => {
  expect(
    ["releaseTitle (required)", "TRACK_NO.*", "P-Line [YYYY Owner]", "Título"].map(columnWords),
  ).toEqual(["release title", "track no", "p line", "titulo"]);
});
