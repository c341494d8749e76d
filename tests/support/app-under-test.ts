import { readFileSync } from "node:fs";
import { join } from "node:path";

// Separate from `app-server`, which loads the build's tools; most tests do not need them.

/** The file in the state folder that test processes read the workers' output from. */
export const OUTPUT = "output.log";

interface Whereabouts {
  url: string;
  stateDir: string;
  /** Process id of the group that runs it. */
  pid: number;
}

/** The app that the runner has started and named in the environment. */
export function appUnderTest(): Whereabouts {
  const { APP_URL: url, APP_STATE_DIR: stateDir, APP_PID: pid } = process.env;
  if (!url || !stateDir) throw new Error("APP_URL is not set: run the tests by npm test.");
  return { url, stateDir, pid: Number(pid) };
}

/** Every line that the app under test has printed so far, as JSON where it is a log line. */
export function outputLines(stateDir = appUnderTest().stateDir): string[] {
  return readFileSync(join(stateDir, OUTPUT), "utf8").split("\n");
}

/**
 * Names the app in the environment, for this process and for test processes that it starts.
 * @returns restores the app that was named before.
 */
export function announceApp({ url, stateDir, pid }: Whereabouts): () => void {
  const { APP_URL, APP_STATE_DIR, APP_PID } = process.env;
  const appEnvironment = { APP_URL: url, APP_STATE_DIR: stateDir, APP_PID: String(pid) };
  Object.assign(process.env, appEnvironment);
  return () => {
    for (const [name, previousValue] of Object.entries({ APP_URL, APP_STATE_DIR, APP_PID }))
      if (previousValue === undefined) delete process.env[name];
      else process.env[name] = previousValue;
  };
}
