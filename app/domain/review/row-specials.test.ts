import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { soundFindings } from "../../../tests/support/sound-findings";
import { findingCodes, findingWords } from "./finding-words";
import { findingsOf, type RowFacts, specialsOf } from "./row-specials";

const item = { kind: "submission", entry: "open", isResent: false, shortlistedAt: null } as const;
const nothing: RowFacts = {
  ...{ hasFailedMail: false, notes: 0, sounds: [], release: undefined, unproved: [] },
};
const clips = (runs: number) => ({
  ...soundFindings,
  clipping: { runs, samples: 3 * runs, first: 1 },
});
const silent = (head: number, tail: number) => ({ ...soundFindings, silence: { head, tail } });
const picture = (width: number, height = width) => ({ width, height, components: 3 });
const release = {
  artistName: "Vale",
  releaseTitle: "Tide (feat. Ada)",
  tracks: [{ id: "track-1", title: "Sea" }],
  artwork: picture(650),
};

const texts = (facts: Partial<RowFacts>, fields: Partial<Parameters<typeof specialsOf>[0]> = {}) =>
  specialsOf({ ...item, ...fields }, { ...nothing, ...facts }).map(({ text }) => text);

test("what is special comes in the order of its importance", () => {
  const facts = {
    ...{ hasFailedMail: true, notes: 2, release, unproved: ["cover" as const] },
    sounds: [{ ...clips(18_000), silence: { head: 0, tail: 13.6 } }, clips(544)],
  };
  const fields = { entry: "returning", isResent: true, shortlistedAt: "2026-11-23" };
  expect(texts(facts, fields)).toEqual([
    ...["email not sent", "clips 18,544 times", "silent for 14 s", "cover 650 px"],
    ...["cover, no licence", "title names a guest", "sent before", "returning", "2 notes"],
    "shortlist",
  ]);
  expect(findingsOf(specialsOf(item, { ...nothing, ...facts }))).toEqual([
    ...["clipping", "silent-tail", "artwork-small", "rights-cover", "guest"],
  ]);
});

test("an entry with nothing special has no words", () => {
  expect(
    texts({
      sounds: [soundFindings],
      release: { ...release, releaseTitle: "", artwork: undefined },
    }),
  ).toEqual([]);
});

test.each<[string, Partial<RowFacts>, string[]]>([
  ["one clip", { sounds: [clips(1)] }, ["clips once"]],
  ["a long start", { sounds: [silent(2.4, 0), silent(3.1, 0)] }, ["silent for 3 s"]],
  ["nothing to hear", { sounds: [silent(100, 100)] }, ["silent"]],
  ["one note", { notes: 1 }, ["1 note"]],
  [
    "the smaller of two pictures",
    {
      release: {
        ...{ artistName: "Vale", releaseTitle: "Sea", artwork: picture(3_000) },
        tracks: [{ id: "track-1", title: "Sea", artwork: picture(1_200, 900) }],
      },
    },
    ["cover not square", "cover 900 px"],
  ],
])("%s is told in few words", (_, facts, expected) => {
  expect(texts(facts)).toEqual(expected);
});

test("a waiting-list entry was not invited, and came by no form", () => {
  expect(texts({}, { kind: "waiting", entry: "invited" })).toEqual([]);
  expect(texts({}, { entry: "open" })).toEqual([]);
});

test("no words are longer than a row has room for", () => {
  const long = texts({ sounds: [clips(9_999_999), silent(0, 3_599)], release });
  const words = [...findingCodes.map(findingWords), ...long];
  expect(words.filter((text) => text.length > 24)).toEqual([]);
});

const source = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const codesIn = (path: string, pattern: RegExp) =>
  Array.from(source(path).matchAll(pattern), ([, code = ""]) => code);

test("whatever is advised has words for a row, but that a title may have a version", () => {
  const music = [
    "case",
    "credits",
    "extras",
    "names",
    "signs",
    "spelling",
    "versions",
    "explicit",
  ].flatMap((name) =>
    codesIn(`submission/music/advice-${name}.ts`, /\b(?:name|rule): "([\w-]+)"/g),
  );
  const [sounds = "", pictures = ""] = source("uploads/advice/advice.ts").split("/** Of a picture");
  const codes = (text: string) =>
    Array.from(text.matchAll(/\badvice\("([\w-]+)"/g), ([, code = ""]) => code);
  const looks = codesIn("uploads/advice/look-advice.ts", /^ {2}(\w+):\n/gm);
  const artwork = [...codes(pictures).filter((code) => code !== "same-audio"), ...looks];
  const advised = [
    ...[...codes(sounds), ...music, "same-title", "rights-cover", "rights-samples"],
    ...["rights-workForHire", ...artwork.map((code) => `artwork-${code}`)],
  ].filter((code) => code !== "version");
  expect([...new Set(advised)].toSorted()).toEqual(findingCodes.toSorted());
});
