import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { PLAIN_STYLES } from "../../app/platform/plain-page";
import { CACHED_PAGES, manifestPath } from "../../app/submission/offline/cache-policy";
import { workerOptions } from "./browser-workers";
import type { PackedPages } from "./pack-scripts";
import { transitiveImports } from "./pages-manifest";

const WORKER = "app/submission/offline/offline.worker.ts";

/** The routes that make up the form without a connection, and the page for all others. */
const ROUTES = /^(?:root|routes\/submit(?:\.(?:artist|music|about|review))?(?:\/route)?)$/;

/** Style sheets that only other pages wear. */
const OTHER_SHEETS = /\/(?:home|portal|public|release|root|staff)-[^/]*\.css$/;

const filesIn = (folder: string, kind: RegExp) =>
  readdirSync(join("public", folder), { recursive: true, encoding: "utf8" })
    .map((name) => `/${folder}/${name}`)
    .filter((path) => kind.test(path));

/** The files that the form needs without a connection, by their paths on the site. */
export function offlineFiles({ manifest, leadsTo }: PackedPages): string[] {
  const routes = Object.entries(manifest.routes).filter(([id]) => ROUTES.test(id));
  if (routes.length !== 6) throw new Error("The form has other routes than it had.");
  const begin = [manifest.entry.module, ...routes.map(([, { module }]) => module)];
  const scripts = begin.flatMap((path) => [path, ...transitiveImports(path, leadsTo)]);
  const sheets = filesIn("build", /\.css$/).filter((path) => !OTHER_SHEETS.test(path));
  return [...new Set([manifest.url, ...scripts, ...sheets, ...filesIn("fonts", /\.woff2$/)])];
}

const digest = (bytes: string | Uint8Array) =>
  createHash("sha256").update(bytes).digest("hex").slice(0, 8);

/**
 * Bundles the worker that keeps the form in a browser, with the list of what it keeps: the files of
 * this build, and the pages as this build draws them. A new build is a new list, and so a new worker.
 */
export async function buildOfflineWorker(pages: PackedPages): Promise<void> {
  const { version } = pages.manifest;
  const workers = filesIn("workers", /\.(?:js|wasm)$/).filter((path) => !path.includes("offline"));
  const entries = [
    // Their names change with what is in them.
    ...offlineFiles(pages).map((url) => ({ url, revision: null })),
    // What the page for all others wears.
    ...[...workers, PLAIN_STYLES, "/icon.svg"].map((url) => ({
      url,
      revision: digest(readFileSync(join("public", url))),
    })),
    ...[...CACHED_PAGES, manifestPath(version)].map((url) => ({
      url,
      revision: digest(readFileSync("build/index.js")) + version,
    })),
  ];
  await build({
    ...workerOptions([WORKER], true),
    define: {
      "process.env.NODE_ENV": '"production"',
      KEPT: JSON.stringify({ version, entries }),
    },
  });
}
