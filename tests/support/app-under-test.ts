import { readFileSync } from "node:fs";
import { join } from "node:path";

// Apart from what starts the app: that loads the build's tools, which most tests do without.

/** The file in the state folder that test processes read the workers' output from. */
export const OUTPUT = "output.log";

interface Whereabouts {
  url: string;
  stateDir: string;
  /** Process id of the group that runs it. */
  pid: number;
}

/** Where the tests find the app: the runner starts it once and names it in the environment. */
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
 * Hands the app's whereabouts to the test processes that are started from now on, and to what looks for
 * them in this one.
 * @returns what names the app again that was named before, where another file's tests follow in this process.
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
