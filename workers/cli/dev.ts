import { createServer, type Server } from "node:http";
import type { Readable } from "node:stream";
import { stop as stopBundler } from "esbuild";
import { createServer as createViteServer, type ViteDevServer } from "vite";
import { watchBrowserWorkers } from "./browser-workers";
import { demoSettings } from "./demo-team";
import { DEV_WORKERS, devBundles } from "./dev-workers";
import { migrate } from "./migrate-local";
import { createMiniflare, miniflareOptions } from "./miniflare-options.mjs";
import { type Reply, sendResponse, toRequest } from "./node-http";
import { onParentExit } from "./on-parent-exit";
import { reloadPages, withReload } from "./reload-pages";
import { seedDemoArtist } from "./seed-demo-artist";
import { buildStaticFiles, startSweepTimer } from "./serve";
import {
  exitForError,
  exitWithMessage,
  passcodeLine,
  readLocalRun,
  settingsAsEnv,
  warnOfUnknownSettings,
} from "./settings-from-shell";
import { GIVE_UP_SENTENCE, RESTART_SENTENCES, restartBudget, silence } from "./supervisor";

// `npm start` with hot reload and without a build: Vite serves the pages from their sources, with the bindings
// of the local runtime. The API, files, jobs and the sandbox run in that runtime, bundled from their sources.
// Developer tools are on by default, and the offline form is off, since a build lists its files.
const run = readLocalRun(process.env, { ...demoSettings, DEV_TOOLS: "1", OFFLINE_FORM: "0" });
const origin = `http://localhost:${run.port}`;

/** The first page of a kind is late, as its modules are transformed for it. */
const SILENCE_MS = 60_000;

/** Requests that the workers answer, because streams of files need the real runtime. */
const isForWorkers = (request: Request) =>
  /^\/(?:api|files|sandbox)\//.test(new URL(request.url).pathname) ||
  request.headers.get("Content-Type")?.startsWith("multipart/");

/** The site's worker as Vite loads it. */
interface Site {
  default: {
    fetch(
      request: Request,
      env: unknown,
      context: Pick<ExecutionContext, "waitUntil">,
    ): Promise<Response>;
  };
}

/** Answers by Vite what it serves itself, such as scripts and static files, and by `respond` all else. */
function answerRequests(
  server: Server,
  vite: ViteDevServer,
  respond: (request: Request) => Promise<Reply>,
): void {
  server.on("request", (incoming, outgoing) =>
    vite.middlewares(incoming, outgoing, () => {
      const request = toRequest(incoming, origin);
      respond(request)
        .then((response) => sendResponse(response, outgoing))
        .catch((error: unknown) => {
          console.error(error);
          // Whoever asked may be gone in the middle of the answer.
          if (outgoing.headersSent) outgoing.destroy();
          else outgoing.writeHead(500).end();
        });
    }),
  );
}

async function startDevServer(): Promise<void> {
  warnOfUnknownSettings(process.env);
  const server = createServer();
  const [vite] = await Promise.all([
    createViteServer({ server: { middlewareMode: true, hmr: { server } }, appType: "custom" }),
    migrate(run),
    buildStaticFiles().then(watchBrowserWorkers),
  ]);
  const bundle = await devBundles(vite);
  await bundle();
  Object.assign(process.env, settingsAsEnv(run.settings), {
    CLOUDFLARE_INCLUDE_PROCESS_ENV: "true",
  });
  const mayRestart = restartBudget();
  function announceRestart(sentence: string): void {
    if (!mayRestart()) exitWithMessage(GIVE_UP_SENTENCE);
    console.log(sentence);
  }
  let isReloading = true;
  let env: Promise<unknown> | undefined;
  const options = () => ({
    ...miniflareOptions(0, run.stateDir, DEV_WORKERS, "public"),
    // Else requests have the runtime's own address as their Host, and Remix refuses forms from another one.
    upstream: origin,
    handleRuntimeStdio(stdout: Readable, stderr: Readable) {
      stdout.pipe(process.stdout);
      stderr.pipe(process.stderr);
      // Bindings end with their runtime. Miniflare starts one that has died again by itself.
      env = undefined;
      if (!isReloading) announceRestart(RESTART_SENTENCES.ended);
    },
  });
  const miniflare = createMiniflare(options());
  await miniflare.ready;
  isReloading = false;
  let reloaded = Promise.resolve();
  function reload(): Promise<void> {
    isReloading = true;
    reloaded = miniflare.setOptions(options()).then(() => {
      env = undefined;
      isReloading = false;
    });
    return reloaded;
  }
  const context = { waitUntil: (promise: Promise<unknown>) => void promise.catch(console.error) };

  let updated = Promise.resolve();
  let isStale = false;
  /** Bundles the workers again where a source has changed since, and waits until they run. */
  function updateWorkers(): Promise<void> {
    if (!isStale) return updated;
    isStale = false;
    updated = updated.then(async () => {
      if (await bundle()) await reload();
    });
    return updated;
  }
  reloadPages(vite, () => {
    isStale = true;
  });

  async function keepAnswering(): Promise<never> {
    for (;;) {
      await silence(origin, SILENCE_MS);
      announceRestart(RESTART_SENTENCES.silent);
      await reload();
    }
  }

  async function respond(request: Request): Promise<Reply> {
    // Whatever is posted may start a job.
    if (request.method !== "GET" || isForWorkers(request)) await updateWorkers();
    if (isForWorkers(request)) {
      const { url, method, body } = request;
      const headers = Object.fromEntries(request.headers);
      const init = { method, headers, body, duplex: "half", redirect: "manual" } as const;
      return miniflare.dispatchFetch(url, init);
    }
    const site = (await vite.ssrLoadModule("/functions/site.ts")) as unknown as Site;
    await reloaded;
    env ??= miniflare.getBindings("artist-portal");
    return withReload(await site.default.fetch(request, await env, context));
  }

  answerRequests(server, vite, respond);
  await new Promise<void>((resolve) => server.listen(run.port, "localhost", resolve));
  startSweepTimer(run);
  void keepAnswering();
  const signIns = [passcodeLine(run), await seedDemoArtist(run)].filter(Boolean).join("\n");
  console.log(`\nThe artist portal is running at ${origin}, with hot reload.\n\n${signIns}\n`);
}

onParentExit(() => process.exit(1));
// The runtime ends with this process; a bundler that watches files does not.
process.on("exit", () => void stopBundler());
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => process.exit());
try {
  await startDevServer();
} catch (error) {
  exitForError(error);
}
