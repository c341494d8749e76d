import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import type { GetManualChunk, GetModuleInfo } from "rollup";
import { defineConfig, type Plugin } from "vite";
import remixConfig from "./remix.config.js";
import { OLD_SYNTAX } from "./workers/cli/browser-floor";

const STEPS = ["submit.artist", "submit.music", "submit.about", "submit.review"];

/** The name of an entry of the build: of a route, or `root` or `entry.client`, which every page loads. */
function entryName(id: string): string {
  const path = id.split("/app/").at(-1) ?? id;
  return path
    .replace(/\?.*/, "")
    .replace(/^routes\//, "")
    .replace(/(?:\/route)?\.tsx$/, "");
}

/** The entries that need a module before they run. */
function entriesOf(id: string, getModuleInfo: GetModuleInfo): string[] {
  const entries = new Set<string>();
  const visited = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (visited.has(next)) continue;
    visited.add(next);
    const info = getModuleInfo(next);
    if (info?.isEntry) entries.add(entryName(next));
    else open.push(...(info?.importers ?? []));
  }
  return [...entries];
}

/** Pages that work on a draft: the form's, and those of a link into it. */
const WIZARD_PAGE = /^(?:submit|fix|i|r)\b/;

/** What one step shares with more pages than these is not kept with that step. */
const FEW_PAGES = 8;

/** Steps that share much that the others do without: files and players; fields that save themselves. */
const STEP_GROUPS = {
  files: ["submit.music", "submit.review"],
  fields: ["submit.artist", "submit.music", "submit.about"],
};

/** Routes of staff's pages. */
const STAFF_PAGE = /^(?:staff|analytics)\b/;

/** The desk, which has most of the scripts of staff's pages. */
const DESK_PAGE = /^staff\._queue\b/;

/**
 * Puts what several pages need into a few files, since each request costs a round trip on a slow line.
 * A page's own modules and those that are loaded on use stay where Rollup puts them.
 */
const manualChunks: GetManualChunk = (id, { getModuleInfo }) => {
  if (getModuleInfo(id)?.isEntry) return undefined;
  const entries = entriesOf(id, getModuleInfo);
  if (entries.includes("entry.client") || entries.includes("root"))
    return id.includes("/app/") ? "shared" : "framework";
  const hasStyle = id.endsWith(".css");
  const isOfDesk = entries.length > 1 && entries.some((entry) => DESK_PAGE.test(entry));
  // Styles stay behind those of Mantine, which they change.
  if (isOfDesk && !hasStyle && entries.every((entry) => STAFF_PAGE.test(entry))) return "staff";
  const steps = STEPS.filter((step) => entries.includes(step));
  const room = entries.every((entry) => WIZARD_PAGE.test(entry)) ? "wizard" : "forms";
  if (entries.includes("submit")) return room;
  if (steps.length === 0) return undefined;
  // What one step shares with few pages that are no step.
  if (steps.length === 1 && entries.length <= FEW_PAGES) return `${room}-${steps[0]}`;
  const groups = Object.entries(STEP_GROUPS);
  const [group] = groups.find(([, some]) => steps.every((step) => some.includes(step))) ?? [];
  // A style sheet of its own would be one more request.
  return group && !hasStyle ? group : room;
};

/** The file of each part of a package of Mantine, by its name in the package's index. */
const partsOf = (name: string) => {
  const index = fileURLToPath(import.meta.resolve(name));
  const lines = readFileSync(index, "utf8").matchAll(/^export \{ (.*) \} from '(\..*)'/gm);
  return [...lines].flatMap(([, names = "", file = ""]) =>
    names.split(", ").map((part) => [`${name} ${part}`, resolve(index, "..", file)] as const),
  );
};
const mantineParts = new Map(["@mantine/core", "@mantine/hooks"].flatMap(partsOf));

/**
 * Imports each of Mantine's parts from its own file, and nothing for effects that it does not have: else
 * every page seems to have what one page has.
 */
const partImports: Plugin = {
  name: "part-imports",
  apply: "build",
  transform(code, id) {
    const named = code.replace(
      /^import \{([^}]*)\} from ["'](@mantine\/(?:core|hooks))["'];$/gm,
      (line, names: string, from: string) =>
        names
          .split(",")
          .map((name) => name.trim())
          .map((name) => {
            const file = mantineParts.get(`${from} ${name.replace(/ as .*/, "")}`);
            return file ? `import { ${name} } from ${JSON.stringify(file)};` : line;
          })
          .join(""),
    );
    const short = id.includes("/@mantine/") ? named.replace(/^import '[^']*';$/gm, "") : named;
    return short === code ? undefined : { code: short, map: null };
  },
};

/** `npm run dev` runs the site in Node, where a compiled module is read from its file. */
const compiledModules: Plugin = {
  name: "compiled-modules",
  apply: "serve",
  enforce: "pre",
  load: (id) =>
    id.endsWith(".wasm")
      ? `import { readFileSync } from "node:fs";
         export default new WebAssembly.Module(readFileSync(${JSON.stringify(id)}));`
      : undefined,
};

export default defineConfig(({ command }) => ({
  plugins: [compiledModules, remix(remixConfig), partImports],
  resolve: {
    alias: {
      "~": fileURLToPath(new URL("./app", import.meta.url)),
      // What `functions/` imports: in a deployed site wrangler.toml says where the built pages are.
      "remix-build": "virtual:remix/server-build",
    },
  },
  build: { target: OLD_SYNTAX.target, manifest: true, minify: true },
  esbuild: { supported: OLD_SYNTAX.supported },
  // The site runs in workerd, where nothing is left to be found at run time; `npm run dev` runs it in Node.
  ssr:
    command === "build"
      ? {
          target: "webworker",
          noExternal: true,
          resolve: {
            conditions: [
              "workerd",
              "worker",
              "browser",
              "module",
              "import",
              "production",
              "default",
            ],
          },
        }
      : { noExternal: ["libflacjs"], resolve: { externalConditions: ["workerd", "worker"] } },
  environments: {
    client: {
      build: { rollupOptions: { output: { manualChunks, onlyExplicitManualChunks: true } } },
    },
    // The whole site worker is one bundle, in which API and pages share their modules. What only browsers
    // load on use is not run when the worker starts.
    ssr: {
      build: {
        rollupOptions: {
          input: "functions/site.ts",
          external: [/^cloudflare:/, /\.wasm$/],
          output: { inlineDynamicImports: false },
        },
      },
    },
  },
}));
