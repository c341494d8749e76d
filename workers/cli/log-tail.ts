import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import * as v from "valibot";
import { accountEnv } from "./cloudflare-resources";
import { planInstallation } from "./installation";
import { type LogLine, readLogLine } from "./log-line";
import { startTool } from "./processes";

/** The workers on Cloudflare, by the names that their wrangler.toml give them there. */
const WORKERS = planInstallation(process.env.NAME_PREFIX || undefined).workers;
type Worker = keyof typeof WORKERS;

/** An invocation in the output of `wrangler tail --format json`. */
const invocationSchema = v.looseObject({
  eventTimestamp: v.nullish(v.number()),
  logs: v.array(v.looseObject({ message: v.array(v.unknown()) })),
  exceptions: v.optional(
    v.array(v.looseObject({ name: v.string(), message: v.unknown(), timestamp: v.number() })),
    [],
  ),
});

/**
 * The log lines of one invocation, and one more for each error that ended it, which the platform
 * records instead of the worker.
 */
export function invocationLines(invocation: unknown, worker: Worker): LogLine[] {
  const parsed = v.safeParse(invocationSchema, invocation);
  if (!parsed.success) return [];
  const { logs, exceptions } = parsed.output;
  const loggedLines = logs
    .flatMap(({ message }) => message)
    .flatMap((text) => (typeof text === "string" ? (readLogLine(text) ?? []) : []))
    .map((line): LogLine => ({ worker, ...line }));
  const requestId = loggedLines.find((line) => line.requestId)?.requestId;
  const exceptionLines = exceptions.map(
    ({ name, timestamp }): LogLine => ({
      ts: new Date(timestamp).toISOString(),
      level: "error",
      event: "worker.broke",
      worker,
      requestId,
      reason: name,
    }),
  );
  return [...loggedLines, ...exceptionLines];
}

/** Parses the JSON values that `wrangler tail` prints, each over one or more lines. */
export async function* jsonValues(lines: AsyncIterable<string>): AsyncGenerator<unknown> {
  let value = "";
  for await (const line of lines) {
    // Messages between the values.
    if (value === "" && !line.startsWith("{")) continue;
    const isComplete = line === "}" || (value === "" && line.endsWith("}"));
    value += line;
    if (!isComplete) continue;
    try {
      yield JSON.parse(value);
    } catch {
      // Not an invocation.
    }
    value = "";
  }
}

/**
 * Follows both workers on Cloudflare until the command is ended.
 * @param onLines is called with the lines of each finished invocation.
 * @returns the last output of the first tail that ends.
 */
export async function tailWorkers(onLines: (lines: LogLine[]) => void): Promise<string> {
  const tails = (["site", "jobs"] as const).map((worker) => {
    const name = WORKERS[worker];
    const child = startTool("wrangler", ["tail", name, "--format", "json"], accountEnv(), "pipe");
    let stderrText = "";
    child.stderr?.on("data", (data) => {
      stderrText = `${stderrText}${data}`.slice(-2_000);
    });
    return { worker, child, ended: () => stderrText.trim() };
  });
  const ends = tails.map(async ({ worker, child, ended: lastOutput }) => {
    for await (const value of jsonValues(readLines(child.stdout)))
      onLines(invocationLines(value, worker));
    return lastOutput() || `The tail of ${WORKERS[worker]} has ended.`;
  });
  return Promise.race(ends);
}

function readLines(stream: Readable | null): AsyncIterable<string> {
  if (!stream) throw new Error("A tail has no output.");
  return createInterface(stream);
}
