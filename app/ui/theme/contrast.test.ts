import { readFileSync } from "node:fs";
import { DEFAULT_THEME, defaultVariantColorsResolver, mergeMantineTheme } from "@mantine/core";
import { differenceCiede2000, wcagContrast } from "culori";
import { describe, expect, test } from "vitest";
import { theme } from "./theme";

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

/** The variables of Mantine, each with the colour of ours that it stands for. */
const mantineColours = new Map(
  Array.from(css.matchAll(/(--mantine-[\w-]+): var\(--([\w-]+)\);/g), ([, name = "", own = ""]) => [
    name,
    own,
  ]),
);

/** The name of our colour that Mantine writes for a state. */
function literalColour(value: string | undefined): string | undefined {
  if (value === undefined || value === "transparent") return undefined;
  const [, name = value] = /^var\((--[\w-]+)\)$/.exec(value) ?? [];
  // Without it the component falls back to the hover colour of the main button.
  return mantineColours.get(name) ?? `nothing: ${name}`;
}

const mantineTheme = mergeMantineTheme(DEFAULT_THEME, theme);
const COMPONENT_COLOURS = ["mahogany", "good", "waiting", "bad", "gray"];
const VARIANTS = ["filled", "light", "subtle", "transparent", "default"];

/** Texts on grounds as buttons, badges and alerts of every colour have them, hovered and not. */
const componentStates = COMPONENT_COLOURS.flatMap((color) =>
  VARIANTS.flatMap((variant) => {
    const look = defaultVariantColorsResolver({ color, variant, theme: mantineTheme });
    const text = literalColour(look.color) ?? "ink";
    const hoverText = literalColour(look.hoverColor) ?? text;
    return [
      [`${variant} ${color}`, text, literalColour(look.background) ?? "surface"],
      [`${variant} ${color}, hovered`, hoverText, literalColour(look.hover) ?? "surface"],
    ] as const;
  }),
);

/** What stands on rows, entries and links under the pointer. */
const hoveredTexts = {
  sunken: ["ink", "muted", "accent", "accent-strong", "good", "waiting", "bad"],
  "accent-wash": ["ink", "muted", "accent", "accent-strong", "good"],
};
const hoveredStates = Object.entries(hoveredTexts).flatMap(([ground, texts]) =>
  texts.map((text) => [`${text} on a hovered row`, text, ground] as const),
);

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

  test.each(["paper", "surface", "sunken", "accent-wash"])(
    "the outline of what has the focus is seen on %s, as are the borders of controls",
    (ground) => {
      expect(wcagContrast(of("accent"), of(ground))).toBeGreaterThanOrEqual(4.5);
      expect(wcagContrast(of("control"), of(ground))).toBeGreaterThanOrEqual(3);
    },
  );

  test("the words on the sleeve can be read", () => {
    expect(wcagContrast(of("on-sleeve"), of("sleeve"))).toBeGreaterThanOrEqual(4.5);
    expect(wcagContrast(of("on-sleeve"), of("sleeve-deep"))).toBeGreaterThanOrEqual(4.5);
  });

  test.each([...componentStates, ...hoveredStates])(
    "%s: %s can be read on %s",
    (_, text, ground) => {
      expect(wcagContrast(of(text), of(ground))).toBeGreaterThanOrEqual(4.5);
    },
  );
});
