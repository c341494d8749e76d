import { expect, test } from "vitest";
import * as formats from "./sheet-formats";
import { territories, territoryDates } from "./territory-formats";

/** The value in each format of its kind. */
const written = <T>(kind: formats.Kind<T>, value: T) =>
  Object.fromEntries(kind.map(({ id, write }) => [id, write(value)]));

test("dates and lengths are written in each format", () => {
  expect(written(formats.date, "2027-03-09")).toEqual({
    "YYYY-MM-DD": "2027-03-09",
    "DD/MM/YYYY": "09/03/2027",
    "MM/DD/YYYY": "03/09/2027",
    "DD.MM.YYYY": "09.03.2027",
    "DD-MM-YYYY": "09-03-2027",
    "YYYY/MM/DD": "2027/03/09",
    YYYYMMDD: "20270309",
  });
  expect(formats.date[0].write("soon")).toBe("");
  expect(written(formats.duration, 3_725.9)).toEqual({
    ...{ "m:ss": "1:02:05", "mm:ss": "62:05", "hh:mm:ss": "01:02:05" },
    ...{ seconds: 3_725, iso: "PT1H2M5S" },
  });
  expect(written(formats.duration, 65)).toMatchObject({ "m:ss": "1:05", iso: "PT1M5S" });
  expect(written(formats.number, 7)).toEqual({ 1: 7, "01": "07" });
});

test("several values have the template's separator, and roles their form", () => {
  expect(Object.values(written(formats.list, ["A", "B"]))).toEqual([
    ...["A; B", "A;B", "A, B", "A,B", "A|B", "A | B", "A / B", "A/B", "A & B", "A\nB"],
  ]);
  const people = [
    { name: "Ada", roles: ["Vocals", "Cello"] },
    { name: "Bo", roles: ["Drums"] },
  ];
  expect(Object.values(written(formats.credits, people))).toEqual([
    "Ada (Vocals, Cello); Bo (Drums)",
    "Vocals: Ada; Cello: Ada; Drums: Bo",
    "Ada - Vocals | Ada - Cello | Bo - Drums",
  ]);
  expect(written(formats.places, [1, 12])).toEqual({
    ...{ disc: "1.1;1.12", semicolon: "1;12", comma: "1,12" },
  });
});

test("territories are signs, codes or names, and the world is written as each format has it", () => {
  const only = { kind: "only", countries: ["NO", "SE"] } as const;
  const except = { kind: "except", countries: ["RU"] } as const;
  const world = { kind: "world", countries: [] } as const;
  expect(written(territories, only)).toEqual({
    ...{ "plus-minus": "+NO +SE", codes: "NO,SE", "codes-semicolon": "NO;SE" },
    ...{ "codes-space": "NO SE", names: "Norway, Sweden" },
  });
  expect(written(territories, world)).toEqual({
    ...{ "plus-minus": "", codes: "WW", "codes-semicolon": "WW", "codes-space": "WW" },
    names: "World",
  });
  const others = written(territories, except);
  expect(others).toMatchObject({ "plus-minus": "+WW -RU", names: "World except Russia" });
  const codes = String(others.codes).split(",");
  expect([codes.includes("GB"), codes.includes("RU"), codes.length > 190]).toEqual([
    ...[true, false, true],
  ]);
  const { write } = territoryDates[0];
  expect(write({ territory: world, date: "2027-03-12" })).toBe("WW:2027-03-12");
});

test("ids, codes, languages, words and files are written as the template has them", () => {
  expect(written(formats.spotify, "4gz")).toEqual({
    ...{ id: "4gz", link: "https://open.spotify.com/artist/4gz", uri: "spotify:artist:4gz" },
  });
  expect(Object.values(written(formats.spotify, ""))).toEqual(["", "", ""]);
  expect(written(formats.isrc, "GBH1N2610001")).toEqual({
    ...{ plain: "GBH1N2610001", hyphens: "GB-H1N-26-10001" },
  });
  expect(written(formats.iswc, "T0345246801")).toMatchObject({ signs: "T-034.524.680-1" });
  expect(Object.values(written(formats.language, "fr"))).toEqual(["French", "fr", "FR"]);
  expect(Object.values(written(formats.language, ""))).toEqual(["", "", ""]);
  expect(written(formats.file, "Audio/01 Tide.wav")).toEqual({
    ...{ name: "01 Tide.wav", path: "Audio/01 Tide.wav" },
  });
  const clean = written(formats.explicit, "clean");
  expect([clean["yes-no"], clean["yes-no-clean"], clean.explicit]).toEqual([
    ...["No", "CLEAN", "Clean"],
  ]);
  expect(new Set(Object.values(written(formats.explicit, "")))).toEqual(new Set([""]));
});

test("what each format writes is an example of it", () => {
  const samples = [
    [formats.number, 7],
    [formats.date, "2027-03-19"],
    [formats.duration, 185],
    [formats.isrc, "GBH1N2610001"],
    [formats.iswc, "T0345246801"],
    [formats.spotify, "4gzpq5DPGxSnKTe4SA8HAU"],
    [formats.file, "Audio/01 Tide.wav"],
    [formats.places, [1, 2]],
    [formats.list, ["Ada Berg", "Bo"]],
    [formats.credits, [{ name: "Ada", roles: ["Vocals"] }]],
    [territories, { kind: "only", countries: ["NO", "SE"] }],
  ] as const;
  for (const [kind, value] of samples) {
    const formatsOfKind: formats.Kind<never> = kind as never;
    for (const { id, example, write } of formatsOfKind)
      if (id !== "names")
        expect([id, String(write(value as never))]).toEqual([
          id,
          expect.stringMatching(example ?? /^$/),
        ]);
  }
});
