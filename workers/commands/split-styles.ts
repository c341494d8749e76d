import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import * as v from "valibot";
import { withUsedVariables } from "./used-variables";

const metafileSchema = v.object({
  outputs: v.record(
    v.string(),
    v.object({ inputs: v.record(v.string(), v.object({ bytesInOutput: v.number() })) }),
  ),
});

/** The bundle of all style sheets as the metafile of the build tells of it. */
export interface StyleBundle {
  path: string;
  /** What it is made of, in its order, with bytes. */
  parts: { input: string; bytes: number }[];
}

/** @throws Error where the build has made no such bundle, or several. */
export function readStyleBundle(metafile: unknown): StyleBundle {
  const { outputs } = v.parse(metafileSchema, metafile);
  const [bundle, ...more] = Object.entries(outputs).filter(([path]) =>
    /^css-bundle-.*\.css$/.test(basename(path)),
  );
  if (!bundle || more.length > 0) throw new Error("The build has no bundle of styles, or several.");
  const [path, { inputs }] = bundle;
  const parts = Object.entries(inputs).map(([input, { bytesInOutput: bytes }]) => ({
    input,
    bytes,
  }));
  return { path, parts };
}

/**
 * Cuts the bundle where one style sheet ends and the next begins.
 * @param storeys the folders of `app/views`.
 * @returns what all pages share, and by storey what only its views wear.
 * @throws Error where the parts are not the whole.
 */
export function splitStyles(
  bundle: Uint8Array,
  parts: StyleBundle["parts"],
  storeys: readonly string[],
): { shared: string; own: Map<string, string> } {
  const decoder = new TextDecoder();
  const own = new Map(storeys.map((storey) => [storey, ""]));
  let [shared, at] = ["", 0];
  for (const { input, bytes } of parts) {
    const text = decoder.decode(bundle.subarray(at, at + bytes));
    at += bytes;
    if (!/[};]\s*$/.test(text)) throw new Error(`The styles of ${input} end in mid-rule.`);
    const storey = storeys.find((one) => input.includes(`app/views/${one}/`));
    if (storey === undefined) shared += text;
    else own.set(storey, own.get(storey) + text);
  }
  if (decoder.decode(bundle.subarray(at)).trim() !== "")
    throw new Error("The bundle of styles has more in it than its parts.");
  return { shared, own };
}

/** Everything that scripts of pages and of the server say. */
function scriptsBeside(path: string): string {
  const folder = dirname(path);
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const scripts = names.filter((name) => name.endsWith(".js")).map((name) => join(folder, name));
  return [...scripts, "build/index.js"].map((name) => readFileSync(name, "utf8")).join("\n");
}

/**
 * Leaves in the bundle of styles, which Remix makes one for all pages, what they share; what only a
 * storey's views wear goes into a sheet of its own, which that storey's routes link.
 */
export function packStyles(): void {
  const { path, parts } = readStyleBundle(
    JSON.parse(readFileSync("build/metafile.css.json", "utf8")),
  );
  const { shared, own } = splitStyles(readFileSync(path), parts, readdirSync("app/views"));
  const sheets = new Map([["css-bundle", shared], ...own]);
  for (const [name, text] of withUsedVariables(sheets, scriptsBeside(path)))
    writeFileSync(path.replace("css-bundle-", `${name}-`), text);
}
