import { pollUntil } from "./app-stores";
import { outputLines } from "./app-under-test";

/** A log line of the site or the jobs worker, opened. */
interface LoggedLine {
  level: string;
  event: string;
  [field: string]: unknown;
}

/** Every log line so far in which each of these fields has this value. */
export function findLogLines(fields: Record<string, unknown>): LoggedLine[] {
  return outputLines()
    .flatMap((line) => {
      const json = /(\{"ts".*\})\s*$/.exec(line)?.[1];
      return json ? [JSON.parse(json) as LoggedLine] : [];
    })
    .filter((line) => Object.entries(fields).every(([name, value]) => line[name] === value));
}

/**
 * What workers have printed, once each of these texts stands in it: a line reaches the tests a moment
 * after the answer that it was written before. What must not be there is looked for in the result.
 */
export async function waitForOutput(output: () => string, ...texts: string[]): Promise<string> {
  const missing = () => texts.filter((text) => !output().includes(text));
  await pollUntil(async () => (missing().length === 0 ? true : undefined), 20).catch(() => {
    throw new Error(`The workers never printed ${missing().join(", ")}`);
  });
  return output();
}
