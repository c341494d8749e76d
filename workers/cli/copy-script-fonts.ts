import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";

/** The folder that workers/jobs/wrangler.toml names as its static assets. */
const SCRIPT_FONTS_DIR = "workers/jobs/build/fonts";
/** Families of @fontsource/noto-sans-*; `signedDocument` looks for letters in them. */
const FAMILIES = ["arabic", "hebrew", "devanagari", "thai", "sc", "jp", "kr"];
/** What the document's own fonts have. */
const KNOWN_SLICES = /^(?:latin|cyrillic|greek|vietnamese)/;

const unicodeRanges = v.record(v.string(), v.string());

/**
 * Copies the fonts of further scripts, in slices, to where the jobs worker reads them, with
 * `index.json`, which lists the code points of each slice, and the licences.
 */
export function copyScriptFonts(folder = SCRIPT_FONTS_DIR): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const index: Record<string, Record<string, string>> = {};
  for (const family of FAMILIES) {
    const source = join("node_modules/@fontsource", `noto-sans-${family}`);
    const ranges = v.parse(
      unicodeRanges,
      JSON.parse(readFileSync(join(source, "unicode.json"), "utf8")),
    );
    const slices: Record<string, string> = {};
    for (const [key, range] of Object.entries(ranges)) {
      if (KNOWN_SLICES.test(key)) continue;
      // The numbered slices are given as [4].
      const name = `noto-sans-${family}-${key.replace(/^\[(\d+)\]$/, "$1")}-400-normal.woff`;
      copyFileSync(join(source, "files", name), join(folder, name));
      slices[name] = range;
    }
    index[family] = slices;
    copyFileSync(join(source, "LICENSE"), join(folder, `LICENSE-${family}.txt`));
  }
  writeFileSync(join(folder, "index.json"), JSON.stringify(index));
}
