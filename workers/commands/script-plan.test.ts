import { expect, test } from "vitest";
import { planScripts } from "./script-plan";

const entries = new Map([
  ["entry", "entry.client"],
  ["layout", "routes/submit"],
  ...["artist", "music", "about", "review"].map((step): [string, string] => [
    step,
    `routes/submit.${step}`,
  ]),
  ["list", "routes/submit.waiting-list"],
  ["profile", "routes/_portal.edit-profile"],
  ["folder", "routes/staff.folder"],
]);

const LARGE = 10_000;

/** Where scripts go that import each other so; what is not given a size is large. */
function planOf(
  imports: Record<string, string[]>,
  sizes: Record<string, number> = {},
  loads: Record<string, string[]> = {},
) {
  const ids = [
    ...new Set([...entries.keys(), ...Object.values(imports).flat(), ...Object.keys(imports)]),
  ];
  return planScripts(
    {
      ids,
      importsOf: (id) => imports[id] ?? [],
      loadsOf: (id) => loads[id] ?? [],
      sizeOf: (id) => sizes[id] ?? LARGE,
      isForeign: (id) => id.startsWith("npm:"),
    },
    entries,
  );
}

test("what every page needs is one script, and the libraries in it are another", () => {
  const plan = planOf({ entry: ["line"], line: ["npm:react"], music: ["npm:react", "line"] });
  expect(plan.get("line")).toBe("portal");
  expect(plan.get("npm:react")).toBe("library");
});

test("what the wizard or three of its steps need, the last among them, is one script", () => {
  const plan = planOf({ layout: ["a"], review: ["b"], music: ["c"], about: ["c"], c: ["b"] });
  expect([plan.get("a"), plan.get("b"), plan.get("c")]).toEqual([
    "wizard",
    "wizard",
    "about&music",
  ]);
});

test("what all steps but the last need is no burden for it, unless something on use needs it as well", () => {
  const typedSteps = { artist: ["save"], music: ["save", "copy"], about: ["save", "copy"] };
  const imports = {
    ...typedSteps,
    save: ["copy", "line"],
    review: ["line"],
    offline: ["keep"],
    keep: [],
  };
  const plan = planOf({ ...imports, layout: [] }, {}, { layout: ["offline"] });
  expect([plan.get("save"), plan.get("copy"), plan.get("line")]).toEqual([
    ...["typed", "typed", "wizard"],
  ]);
  const secondPlan = planOf(
    { ...imports, keep: ["copy"], layout: [] },
    {},
    { layout: ["offline"] },
  );
  expect([secondPlan.get("save"), secondPlan.get("copy")]).toEqual(["typed", "wizard"]);
});

test("what a step shares with pages apart is no script of its own where it is tiny", () => {
  const imports = { artist: ["email", "words"], folder: ["email", "words"], list: ["email"] };
  const plan = planOf(imports, { email: 300 });
  expect([plan.get("email"), plan.get("words")]).toEqual(["forms", undefined]);
});

test("what two steps need burdens no third one, unless it is small", () => {
  const imports = { music: ["clips"], review: ["clips", "words"], about: ["words"] };
  const plan = planOf(imports, { words: 300 });
  expect(plan.get("clips")).toBe("music&review");
  expect(plan.get("words")).toBe("wizard");
});

test("what one step or a page apart needs stays with it, and so do the pages themselves", () => {
  const plan = planOf({ music: ["tracks", "player"], folder: ["player"] });
  expect([...plan]).toEqual([]);
});

test("what one step and something loaded on use need is one script, and so is no request of its own each", () => {
  const imports = { music: ["clips", "titles"], panel: ["clips"], adder: ["titles", "alone"] };
  const plan = planOf(imports, {}, { music: ["panel"], layout: ["adder"] });
  expect(plan.get("clips")).toBe("music+on-use");
  expect(plan.get("titles")).toBe("music+on-use");
  expect([plan.get("panel"), plan.get("alone")]).toEqual([undefined, undefined]);
});

test("what the wizard shares with pages apart is a script without the rest of the wizard", () => {
  const plan = planOf({ layout: ["frame", "field"], folder: ["field"], field: ["label"] });
  expect(["frame", "field", "label"].map((id) => plan.get(id))).toEqual([
    "wizard",
    "forms",
    "forms",
  ]);
});

test("what only the pages about the artist share is one script", () => {
  const imports = { artist: ["alert", "links"], list: ["alert"], profile: ["links", "shared"] };
  const plan = planOf({ ...imports, folder: ["shared"], links: ["shared"] });
  expect(["alert", "links", "shared"].map((id) => plan.get(id))).toEqual([
    "about-artist",
    "about-artist",
    undefined,
  ]);
});

test("scripts that need each other in a circle have an end", () => {
  const plan = planOf({ entry: ["a"], a: ["b"], b: ["a"] });
  expect(plan.get("b")).toBe("portal");
});
