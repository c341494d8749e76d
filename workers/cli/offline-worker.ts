import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { CACHED_PAGES, manifestPath } from "../../app/domain/submission/offline/service-worker";
import { PLAIN_STYLES } from "../../app/platform/plain-page";
import { workerOptions } from "./browser-workers";
import { type ClientManifest, filesOf, readClientManifest } from "./client-manifest";

const SITE = "build/client";
const WORKER = "app/domain/submission/offline/offline.worker.ts";

const MODULES = [
  "app/entry.client.tsx",
  ...[
    ...["root.tsx", "routes/submit.tsx", "routes/submit.artist/route.tsx"],
    ...[
      "routes/submit.music/route.tsx",
      "routes/submit.about.tsx",
      "routes/submit.review/route.tsx",
    ],
  ].map((path) => `app/${path}?__remix-build-client-route`),
];

const listFiles = (folder: string, kind: RegExp) =>
  readdirSync(join(SITE, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `/${folder}/${name}`)
    .filter((path) => kind.test(path));

/** The files that the form needs without a connection, by their paths on the site. */
export function offlineFiles(manifest: ClientManifest): string[] {
  const files = filesOf(manifest, MODULES, { withDynamic: true });
  const theme = listFiles("assets", /\/(?:manifest-\w+\.js|styles-[\w-]+\.css)$/);
  return [...new Set([...files, ...theme, ...listFiles("fonts", /\.woff2$/)])];
}

/** The version of this build, which is in the name of Remix's route manifest. */
function buildVersion(): string {
  const [, version] = /manifest-(\w+)\.js/.exec(listFiles("assets", /manifest-/).join()) ?? [];
  if (!version) throw new Error("The build has no manifest of its routes.");
  return version;
}

const digest = (bytes: string | Uint8Array) =>
  createHash("sha256").update(bytes).digest("hex").slice(0, 8);

/**
 * Bundles the service worker that caches the form, with the list of what it caches: the files and pages
 * of this build. A new build has a new list, and therefore a new worker.
 */
export async function buildOfflineWorker(): Promise<void> {
  const version = buildVersion();
  const workers = listFiles("workers", /\.(?:js|wasm)$/).filter(
    (path) => !path.includes("offline"),
  );
  const entries = [
    // Their names have content hashes.
    ...offlineFiles(readClientManifest()).map((url) => ({ url, revision: null })),
    // For the page that is shown in place of pages that are not cached.
    ...[...workers, PLAIN_STYLES, "/icon.svg"].map((url) => ({
      url,
      revision: digest(readFileSync(join(SITE, url))),
    })),
    ...[...CACHED_PAGES, manifestPath(version)].map((url) => ({
      url,
      revision: digest(readFileSync("build/server/index.js")) + version,
    })),
  ];
  await build({
    ...workerOptions([WORKER], true),
    outdir: join(SITE, "workers"),
    define: {
      "process.env.NODE_ENV": '"production"',
      KEPT: JSON.stringify({ version, entries }),
    },
  });
}
