import { expect, test } from "vitest";
import { withUsedVariables } from "./used-variables";

const usedVariables = (sheets: Record<string, string>, scripts = "") =>
  Object.fromEntries(withUsedVariables(new Map(Object.entries(sheets)), scripts));

test("a variable stays that any sheet or script speaks of, however it gets there", () => {
  const sharedSheet = ":root{--ink:#000;--paper:var(--white);--white:#fff;--bar:1px;--grid:2px}";
  const wizard =
    ".a{color:var(--ink);background:var(--paper,red)}@media (width>var(--grid)){b{top:0}}";
  expect(usedVariables({ shared: sharedSheet, wizard }, 'style={{top:"var(--bar)"}}')).toEqual({
    shared: sharedSheet,
    wizard,
  });
});

test("what only an unused variable speaks of goes with it, and nothing else does", () => {
  const sharedSheet = ":root{--old:var(--older);--older:1px;color:red}:focus-visible{outline:1px}";
  expect(usedVariables({ shared: sharedSheet })).toEqual({
    shared: ":root{color:red}:focus-visible{outline:1px}",
  });
});
