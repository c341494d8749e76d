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

/** One request as the proxy saw it. Times in ms of `performance.now()`, sizes in bytes. */
export interface SeenRequest {
  method: string;
  path: string;
  /** What its Content-Length says; 0 without a body. */
  size: number;
  /** How much of its body has come over the link. */
  received: number;
  beganAt: number;
  lastByteAt: number;
  /** The status the client was answered with. */
  status?: number;
  /**
   * How it ended: answered by the app, answered by the proxy, its answer lost, its connection cut,
   * given up by the client. Missing while it is under way.
   */
  end?: "answered" | "injected" | "lost" | "cut" | "given up";
}

/** Picks requests by "METHOD /path?query". */
export type Match = RegExp;

export const matches = (match: Match, { method, path }: { method: string; path: string }) =>
  match.test(`${method} ${path}`);

/** An answer that the proxy gives in the app's place. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** Sent as JSON unless the headers say otherwise. */
  body?: string;
  /** How many requests get it; default 1. */
  times?: number;
  /** Answers when the head has arrived, and stops the body; otherwise the body is taken first. */
  beforeBody?: boolean;
}

/** Something that goes wrong with the next requests of a kind; `left` counts down. */
export type Injection = { match: Match; bytesLeft: number } & (
  | { kind: "lose" }
  | { kind: "redirect"; path: (path: string) => Promise<string> }
  | { kind: "answer"; answer: Answer }
);

/** The faults that wait for their requests. */
export class Injections {
  private waiting: Injection[] = [];

  /** @returns how many of it are still to come. */
  add(injection: Injection): () => number {
    this.waiting = [...this.waiting.filter(({ bytesLeft }) => bytesLeft > 0), injection];
    return () => injection.bytesLeft;
  }

  /** What is to go wrong with a request that has just arrived. */
  takeNext(request: SeenRequest): Injection | undefined {
    const injection = this.waiting.find(
      (candidate) => candidate.bytesLeft > 0 && matches(candidate.match, request),
    );
    if (injection) injection.bytesLeft -= 1;
    return injection;
  }
}

/** Bodies of a kind that come no further than so many bytes. */
export interface StalledBodies {
  match: Match;
  /** Resolves when more than `came` may come. */
  passes: (received: number) => Promise<void>;
  release: () => void;
}

/** Lets `bytes` of the bodies that match come, and the rest when it is released. */
export function stallBodies(match: Match, bytes: number): StalledBodies {
  let release = () => {};
  const releaseSignal = new Promise<void>((resolve) => {
    release = resolve;
  });
  const passes = (received: number) => (received < bytes ? Promise.resolve() : releaseSignal);
  return { match, passes, release };
}
