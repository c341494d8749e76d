import { readFileSync } from "node:fs";
import { differenceCiede2000, wcagContrast } from "culori";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

/** The colours of a block of the style sheet, by name. */
function coloursIn(block: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g), ([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
}

const [light = "", dark = ""] = css.split("@media (prefers-color-scheme: dark)");
const modes = { light: coloursIn(light), dark: { ...coloursIn(light), ...coloursIn(dark) } };
const apart = differenceCiede2000();

describe.each(Object.entries(modes))("in the %s scheme", (_, colours) => {
  const of = (name: string): string => {
    const colour = colours[name];
    if (colour === undefined) throw new Error(`There is no colour ${name}`);
    return colour;
  };

  test.each(["accent", "accent-strong", "sleeve"])(
    "the colour of errors differs visibly from the %s colour",
    (name) => {
      expect(apart(of("bad"), of(name))).toBeGreaterThanOrEqual(20);
    },
  );

  test.each([
    ["bad", "paper"],
    ["bad", "surface"],
    ["bad", "sunken"],
    ["bad", "bad-wash"],
    // The sign in the mark beside an error.
    ["surface", "bad"],
    ["ink", "bad-wash"],
    ["accent", "bad-wash"],
  ])("%s can be read on %s", (text, ground) => {
    expect(wcagContrast(of(text), of(ground))).toBeGreaterThanOrEqual(4.5);
  });
});
