import { outputLines } from "./app-server";

/** A log line of the site or the jobs worker, opened. */
export interface LoggedLine {
  level: string;
  event: string;
  [field: string]: unknown;
}

/** Every log line so far in which each of these fields has this value. */
export function logged(fields: Record<string, unknown>): LoggedLine[] {
  return outputLines()
    .flatMap((line) => {
      const json = /(\{"ts".*\})\s*$/.exec(line)?.[1];
      return json ? [JSON.parse(json) as LoggedLine] : [];
    })
    .filter((line) => Object.entries(fields).every(([name, value]) => line[name] === value));
}
