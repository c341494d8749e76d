import * as v from "valibot";
import { expect, test } from "vitest";
import { aiDisclosure, releaseAiRows, trackAiRows } from "./ai-disclosure";
import { detailsSchema } from "./details";

const disclose = (answers: object, ...tracks: object[]) =>
  aiDisclosure(v.parse(detailsSchema, { ...answers, tracks }));

test("who used no AI has said so of the artwork and of each part of each track", () => {
  const none = {
    recording: "None",
    parts: {
      vocals: "None",
      instruments: "None",
      composition: "None",
      lyrics: "None",
      postProduction: "None",
    },
  };
  expect(disclose({ ai: "no", aiParts: { vocals: "all" } }, {}, {})).toEqual({
    release: "None",
    artwork: "None",
    tracks: [none, none],
  });
});

test("an answer is for all tracks, and a track may differ in a part", () => {
  const ai = disclose(
    { ai: "yes", aiParts: { instruments: "partly", lyrics: "all" } },
    {},
    { aiParts: { instruments: "none", lyrics: "none" } },
  );
  expect(ai).toMatchObject({ release: "Partly", artwork: "None" });
  expect(ai?.tracks.map(({ recording }) => recording)).toEqual(["Partly", "None"]);
  expect(ai?.tracks.map(trackAiRows)).toEqual([
    [["Made by AI", "Partly: Instruments partly, Lyrics all"]],
    [["Made by AI", "None"]],
  ]);
  expect(trackAiRows(undefined)).toEqual([]);
});

const whole = { vocals: "all", instruments: "all", composition: "all", lyrics: "all" };
test.each([
  [{ ...whole, postProduction: "all", artwork: "all" }, {}, "All", "All"],
  [{ ...whole, postProduction: "all" }, {}, "All", "Partly"],
  [whole, {}, "Partly", "Partly"],
  [{ artwork: "all" }, {}, "None", "Partly"],
  // A track without words can be made by AI as a whole.
  [{ instruments: "all", composition: "all", postProduction: "all" }, {}, "Partly", "Partly"],
  [
    { instruments: "all", composition: "all", postProduction: "all" },
    { language: "zxx" },
    "All",
    "Partly",
  ],
])(
  "of parts %j %j the recording is %s and the release %s",
  (aiParts, track, recording, release) => {
    const ai = disclose({ ai: "yes", aiParts }, track);
    expect([ai?.tracks[0]?.recording, ai?.release]).toEqual([recording, release]);
  },
);

test("a track without words says nothing of a voice and of lyrics", () => {
  const ai = disclose({ ai: "yes", aiParts: { vocals: "all" } }, { language: "zxx" });
  expect(Object.keys(ai?.tracks[0]?.parts ?? {})).toEqual([
    "instruments",
    "composition",
    "postProduction",
  ]);
});

test.each([
  ["none", "no", "None", "From an earlier form: None of it"],
  ["some", "yes", "Partly", "From an earlier form: Some of it: Strings"],
  ["most", "yes", "Partly", "From an earlier form: Most or all of it: Strings"],
])("the answer %s of an earlier form is kept, and told as one", (earlier, today, release, text) => {
  const details = v.parse(detailsSchema, { ai: earlier, tracks: [{}] });
  expect(details).toMatchObject({ ai: today, aiEarlier: earlier });
  // As the back-fill leaves it.
  const carried = { ai: today, aiEarlier: earlier, tracks: [{}] };
  expect(v.parse(detailsSchema, carried)).toEqual(details);
  const ai = aiDisclosure(details);
  expect(ai).toMatchObject({ release });
  expect(releaseAiRows(ai, "Strings")[0]).toEqual(["Made by AI", text]);
  expect(ai?.tracks).toHaveLength(today === "no" ? 1 : 0);
});

test("what is not answered is not told", () => {
  expect(disclose({}, {})).toBeUndefined();
  expect(releaseAiRows(undefined, "Strings")).toEqual([]);
});

test("an answer of today's form replaces one of an earlier form", () => {
  const posted = { ai: "yes", aiParts: { artwork: "all" } };
  const ai = disclose(posted, {});
  expect(releaseAiRows(ai, "The cover, with a generator")).toEqual([
    ["Made by AI", "Partly: The cover, with a generator"],
    ["Artwork made by AI", "All"],
  ]);
});
