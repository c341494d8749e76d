import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { outputsOfTrack } from "../support/outputs-of-track";

/* Follows "How do I add a field to the form?" of docs/contributing.md in a copy of the app. */

const root = fileURLToPath(new URL("../..", import.meta.url));
const recipe = readFileSync(`${root}docs/contributing.md`, "utf8");

/** The recipe's only block in this language. */
function codeOf(language: "ts" | "tsx"): string {
  const [, code] =
    new RegExp(`\`\`\`${language}\n([^\`]*(?:\`[^\`]+\`[^\`]*)*?)\n *\`\`\``).exec(recipe) ?? [];
  if (!code) throw new Error(`The recipe has no ${language}.`);
  return code;
}

/** Where the recipe's code goes: behind these lines. */
const places = [
  { file: "form-fields.ts", behind: "const track = {\n", code: codeOf("ts") },
  {
    file: "track-card.tsx",
    behind: 'label="Track title" autoComplete="off" />\n',
    code: codeOf("tsx"),
  },
];

const copy: Plugin = {
  name: "copy",
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^~\// }, ({ path, kind, resolveDir }) =>
      resolve(path.replace("~", `${root}app`), { kind, resolveDir }),
    );
    onLoad({ filter: /\/(form-fields\.ts|track-card\.tsx)$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const place = places.find(({ file }) => path.endsWith(`/${file}`));
      if (!place?.behind || !text.includes(place.behind)) throw new Error(`${path} is another.`);
      const contents = text.replace(place.behind, () => `${place.behind}${place.code}\n`);
      return { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
    });
  },
};

const mood = "Dreamy & slow";
let outputs: ReturnType<typeof outputsOfTrack>;
let errors: string;

beforeAll(async () => {
  const folder = `${root}node_modules/.cache/field-recipe`;
  const outfile = `${folder}/outputs.mjs`;
  mkdirSync(folder, { recursive: true });
  const { outputFiles } = await build({
    entryPoints: [`${root}tests/support/outputs-of-track.ts`],
    outfile,
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    packages: "external",
    jsx: "automatic",
    define: { "import.meta.env.SSR": "true" },
    plugins: [copy],
    logLevel: "silent",
  });
  const script = outputFiles.find(({ path }) => path === outfile);
  writeFileSync(outfile, script?.contents ?? "");
  const module: { outputsOfTrack: typeof outputsOfTrack } = await import(
    /* @vite-ignore */ outfile
  );
  outputs = module.outputsOfTrack({ mood });
  errors = module.outputsOfTrack({ mood: "W".repeat(61) }).errors;
});

test.each(["review", "staff page", "comparison", "board's item", "package", "archive"] as const)(
  "an added field comes to the %s",
  (output) => expect(outputs[output]).toContain(mood),
);

test("an added field comes to the board's update, has an input, and is refused where too long", () => {
  expect(outputs["board's update"]).toContain("Mood: Dreamy &amp; slow");
  expect(outputs.input).toContain("|Mood (optional)|");
  expect(errors).toContain("The mood must be 60 characters or fewer");
});

test("without the recipe nothing shows it", () => {
  for (const output of Object.values(outputsOfTrack({ mood })))
    expect(output).not.toContain("Dreamy");
});
