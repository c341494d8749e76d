import { createServer } from "node:http";
import type { Readable } from "node:stream";
import { createServer as createViteServer } from "vite";
import { watchBrowserWorkers } from "./browser-workers";
import { createMiniflare, miniflareOptions } from "./miniflare-options.mjs";
import { type Reply, sendResponse, toRequest } from "./node-http";
import { seedDemoArtist } from "./seed-demo-artist";
import {
  buildLocalRun,
  buildPages,
  bundleWorkers,
  migrate,
  startSweepTimer,
  WORKERS,
} from "./serve";
import {
  exitWithMessage,
  passcodeLine,
  readLocalRun,
  settingsAsEnv,
  warnOfUnknownSettings,
} from "./settings-from-shell";
import { GIVE_UP_SENTENCE, RESTART_SENTENCES, restartBudget, silence } from "./supervisor";

// `npm start` with hot reload: Vite serves the pages from their sources, with the bindings of the local
// runtime. The API, files, jobs and the sandbox run in that runtime, as they are deployed. Developer
// tools are on by default, and the offline form is off, since it would be of an earlier build.
const run = readLocalRun(process.env, { DEV_TOOLS: "1", DEMO_ARTIST: "1", OFFLINE_FORM: "0" });
const origin = `http://localhost:${run.port}`;

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

async function startDevServer(): Promise<void> {
  warnOfUnknownSettings(process.env);
  await buildLocalRun(console.log);
  await watchBrowserWorkers();
  await migrate(run);
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
    ...miniflareOptions(0, run.stateDir, WORKERS.flat()),
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
  async function reload(): Promise<void> {
    isReloading = true;
    await miniflare.setOptions(options());
    isReloading = false;
  }
  const context = { waitUntil: (promise: Promise<unknown>) => void promise.catch(console.error) };
  const server = createServer();
  const vite = await createViteServer({
    server: { middlewareMode: true, hmr: { server } },
    appType: "custom",
  });

  let rebuild: NodeJS.Timeout | undefined;
  async function updateWorkers(): Promise<void> {
    await buildPages();
    await bundleWorkers();
    await reload();
    console.log("The workers run on the changed sources.");
  }
  vite.watcher.add("workers").on("change", (path) => {
    // Pages are loaded anew by Vite itself.
    if (!/(?:^|\/)(?:workers|app\/api)\/.*\.ts$/.test(path.replaceAll("\\", "/"))) return;
    clearTimeout(rebuild);
    rebuild = setTimeout(() => void updateWorkers().catch(console.error), 300);
  });

  async function keepAnswering(): Promise<never> {
    for (;;) {
      await silence(origin);
      announceRestart(RESTART_SENTENCES.silent);
      await reload();
    }
  }

  async function respond(request: Request): Promise<Reply> {
    if (isForWorkers(request)) {
      const { url, method, body } = request;
      const headers = Object.fromEntries(request.headers);
      const init = { method, headers, body, duplex: "half", redirect: "manual" } as const;
      return miniflare.dispatchFetch(url, init);
    }
    const site = (await vite.ssrLoadModule("/functions/site.ts")) as unknown as Site;
    env ??= miniflare.getBindings("artist-portal");
    return site.default.fetch(request, await env, context);
  }

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
  await new Promise<void>((resolve) => server.listen(run.port, "localhost", resolve));
  startSweepTimer(run);
  void keepAnswering();
  const signIns = [passcodeLine(run), await seedDemoArtist(run)].filter(Boolean).join("\n");
  console.log(`\nThe artist portal is running at ${origin}, with hot reload.\n\n${signIns}\n`);
}

try {
  await startDevServer();
} catch (error) {
  exitWithMessage(error instanceof Error ? error.message : String(error));
}
