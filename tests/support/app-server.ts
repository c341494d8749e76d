import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../bench/free-port";
import { stopTool } from "../../workers/commands/processes";
import { buildLocalRun, serve } from "../../workers/commands/serve";
import { readLocalRun } from "../../workers/commands/settings-from-shell";
import { OUTPUT } from "./app-under-test";
import { migratedState } from "./migrated-state";
import { quickFolder } from "./quick-folder";
import { rememberEvents } from "./seen-events";

/** The built app, running in the real runtime on state of its own. */
export interface AppServer {
  url: string;
  stateDir: string;
  /** Process id of the group that runs it. */
  pid: number;
  /** Everything the workers have printed so far. */
  output: () => string;
  /** How often it has ended by itself, or answered nothing any more, and was started again. */
  falls: () => number;
  /** @param keepState leaves the state to whoever goes on with it, who removes it. */
  stop: (keepState?: boolean) => Promise<void>;
  removeState: () => void;
}

/** How long the app may answer nothing; a long file's hash takes its one thread for two seconds. */
const SILENCE_MS = 90_000;

/** Whether the app answers within `SILENCE_MS`. */
async function isAlive(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(SILENCE_MS);
  // Whatever it says: one that is starting anew refuses connections, which is an answer, too.
  return fetch(`${url}/icon.svg`, { signal }).then(
    async (reply) => reply.arrayBuffer().then(() => true),
    () => !signal.aborted,
  );
}

/** All tests come from one address, and do in an hour or a day more than the share of a network. */
const ONE_ADDRESS = { LIMIT_UPLOADS_PER_HOUR: "100000", LIMIT_LINKS_PER_DAY: "100000" };

/** Starts the built app with an empty database in a new temporary folder. */
export async function startApp(options: {
  build: boolean;
  /** Settings, where the defaults will not do. */
  env?: Record<string, string>;
  /** A free port; any unless given. */
  port?: number;
}): Promise<AppServer> {
  const stateDir = mkdtempSync(join(quickFolder(), "artist-portal-"));
  const port = options.port ?? (await freePort());
  const run = readLocalRun({
    ...ONE_ADDRESS,
    ...options.env,
    PORT: String(port),
    STATE_DIR: stateDir,
  });
  if (options.build) await buildLocalRun();
  await migratedState(stateDir);
  let output = "";
  // Goes on to the sandbox, whose window for tests is shut otherwise.
  process.env.TEST_WINDOW = "open";
  const onLine = (line: string) => {
    output += `${line}\n`;
    rememberEvents(line);
    appendFileSync(join(stateDir, OUTPUT), `${line}\n`);
  };
  let child = await serve(run, onLine);
  let [stopping, falls] = [false, 0];
  // The local runtime's tool has ended by itself once, in a run of half an hour: what is under way
  // then fails, and all that comes after finds the app again.
  let restart: Promise<void> | undefined;
  async function startAgain(): Promise<void> {
    falls += 1;
    onLine("The local run has ended by itself, and is started again.");
    // Its runtimes go a moment after it.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    if (stopping) return;
    child = await serve(run, onLine);
    watchOver();
  }
  function watchOver(): void {
    child.once("exit", () => {
      if (!stopping) restart = startAgain();
    });
  }
  watchOver();
  // Its runtime stood still once, one core busy, in the middle of a file's hash: all that came after
  // waited for its own end of time, until the whole run was out of time.
  const pulse = setInterval(async () => {
    const watchedChild = child;
    if (await isAlive(`http://localhost:${port}`)) return;
    if (stopping || watchedChild !== child) return;
    onLine("The local run answers nothing any more, and is ended.");
    stopTool(watchedChild);
  }, SILENCE_MS);
  pulse.unref();
  const removeState = () => rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 });
  return {
    url: `http://localhost:${port}`,
    stateDir,
    pid: child.pid ?? 0,
    output: () => output,
    falls: () => falls,
    stop: async (keepState) => {
      stopping = true;
      clearInterval(pulse);
      // It may have fallen just now: what is gone says no second time that it is, and what takes its
      // place is still on its way.
      await restart?.catch(() => undefined);
      if (child.exitCode === null && child.signalCode === null) {
        const childExit = new Promise<void>((resolve) => child.once("exit", () => resolve()));
        stopTool(child);
        await childExit;
      }
      if (!keepState) removeState();
    },
    removeState,
  };
}
