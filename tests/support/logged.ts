import { outputLines } from "./app-under-test";
import { eventually } from "./inside";

/** A log line of the site or the jobs worker, opened. */
interface LoggedLine {
  level: string;
  event: string;
  [field: string]: unknown;
}

/** Every log line so far in which each of these fields has this value. */
export function loggedLines(fields: Record<string, unknown>): LoggedLine[] {
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
export async function untilPrinted(output: () => string, ...texts: string[]): Promise<string> {
  const missing = () => texts.filter((text) => !output().includes(text));
  await eventually(async () => (missing().length === 0 ? true : undefined), 20).catch(() => {
    throw new Error(`The workers never printed ${missing().join(", ")}`);
  });
  return output();
}
