import { expect, test } from "vitest";
import { readStyleBundle, splitStyles } from "./split-styles";

const sheets = [
  ["app/components/page.module.css", ".page{color:red}"],
  ["app/views/staff/bar.module.css", ".bar::after{content:'é'}"],
  ["app/components/theme/base.css", "body{margin:0}"],
  ["app/views/wizard/step.module.css", "@media print{.step{top:0}}"],
] as const;
const bundle = new TextEncoder().encode(`${sheets.map(([, text]) => text).join("")}\n`);
const bytesOf = (text: string) => new TextEncoder().encode(text).length;
const parts = sheets.map(([input, text]) => ({ input, bytes: bytesOf(text) }));

test("what only a storey's views wear is cut out of the bundle, in its order", () => {
  const { shared, own } = splitStyles(bundle, parts, ["portal", "staff", "wizard"]);
  expect(shared).toBe(".page{color:red}body{margin:0}");
  expect([...own]).toEqual([
    ["portal", ""],
    ["staff", ".bar::after{content:'é'}"],
    ["wizard", "@media print{.step{top:0}}"],
  ]);
});

test("a bundle that its parts do not fill, or cut in mid-rule, ends the build", () => {
  expect(() => splitStyles(bundle, parts.slice(1), [])).toThrow("end in mid-rule");
  expect(() => splitStyles(bundle, parts.slice(0, 3), [])).toThrow("more in it than its parts");
});

test("the bundle is found among what the build wrote, and there is one", () => {
  const path = "public/build/css-bundle-ABC.css";
  const one = { inputs: { "a.css": { bytesInOutput: 3 } } };
  const outputs = { [path]: one, "public/build/root-X.css": one };
  expect(readStyleBundle({ outputs })).toEqual({ path, parts: [{ input: "a.css", bytes: 3 }] });
  expect(() => readStyleBundle({ outputs: {} })).toThrow("no bundle of styles");
});
