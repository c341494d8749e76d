import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";

/** The folder that workers/jobs/wrangler.toml names as its static assets. */
const SCRIPT_FONTS_DIR = "workers/jobs/build/fonts";
const PACKAGES = "node_modules/@fontsource";
/** The family whose commonest slices are in the document itself. */
const EMBEDDED_FAMILY = "noto-serif";
const EMBEDDED_SLICES = ["latin", "latin-ext", "greek", "cyrillic", "vietnamese"];
/** Every family has these beside its own script. */
const COMMON_SLICES = /^(?:latin|cyrillic|greek|vietnamese)/;

const unicodeRanges = v.record(v.string(), v.string());

const isCopied = (family: string, slice: string) =>
  family === EMBEDDED_FAMILY ? !EMBEDDED_SLICES.includes(slice) : !COMMON_SLICES.test(slice);

/**
 * Copies the installed Noto fonts, in slices, to where the jobs worker reads them, with `index.json`,
 * which lists the code points of each slice, and the licences.
 */
export function copyScriptFonts(folder = SCRIPT_FONTS_DIR): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const index: Record<string, Record<string, string>> = {};
  for (const family of readdirSync(PACKAGES).filter((name) => name.startsWith("noto-"))) {
    const source = join(PACKAGES, family);
    const ranges = v.parse(
      unicodeRanges,
      JSON.parse(readFileSync(join(source, "unicode.json"), "utf8")),
    );
    const slices: Record<string, string> = {};
    for (const [key, range] of Object.entries(ranges)) {
      if (!isCopied(family, key)) continue;
      // The numbered slices are given as [4].
      const name = `${family}-${key.replace(/^\[(\d+)\]$/, "$1")}-400-normal.woff`;
      copyFileSync(join(source, "files", name), join(folder, name));
      slices[name] = range;
    }
    index[family] = slices;
    copyFileSync(join(source, "LICENSE"), join(folder, `LICENSE-${family}.txt`));
  }
  writeFileSync(join(folder, "index.json"), JSON.stringify(index));
}
