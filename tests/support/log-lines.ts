import { pollUntil } from "./app-stores";
import { outputLines } from "./app-under-test";

/** A parsed log line of the site or the jobs worker. */
interface LoggedLine {
  level: string;
  event: string;
  [field: string]: unknown;
}

/** All log lines so far with these values of fields. */
export function findLogLines(fields: Record<string, unknown>): LoggedLine[] {
  return outputLines()
    .flatMap((line) => {
      const json = /(\{"ts".*\})\s*$/.exec(line)?.[1];
      return json ? [JSON.parse(json) as LoggedLine] : [];
    })
    .filter((line) => Object.entries(fields).every(([name, value]) => line[name] === value));
}

/**
 * Waits until the output of workers contains each of these texts, as lines arrive a moment after the
 * reply. Texts that must not be there are checked in the result.
 */
export async function waitForOutput(output: () => string, ...texts: string[]): Promise<string> {
  const missing = () => texts.filter((text) => !output().includes(text));
  await pollUntil(async () => (missing().length === 0 ? true : undefined), 20).catch(() => {
    throw new Error(`The workers never printed ${missing().join(", ")}`);
  });
  return output();
}

/** A request at the proxy. Times in ms of `performance.now()`, sizes in bytes. */
export interface SeenRequest {
  method: string;
  path: string;
  /** Its Content-Length; 0 without a body. */
  size: number;
  /** The bytes of its body that have come over the link. */
  received: number;
  beganAt: number;
  lastByteAt: number;
  /** The status of the reply to the client. */
  status?: number;
  /**
   * How it ended: answered by the app, answered by the proxy, its answer lost, its connection cut, or
   * aborted by the client. Undefined while it is in flight.
   */
  end?: "answered" | "injected" | "lost" | "cut" | "given up";
}

/** Matches requests by "METHOD /path?query". */
export type Match = RegExp;

export const matches = (match: Match, { method, path }: { method: string; path: string }) =>
  match.test(`${method} ${path}`);

/** An answer of the proxy instead of the app. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** Sent as JSON unless the headers say otherwise. */
  body?: string;
  /** Number of requests; default 1. */
  times?: number;
  /** Answers after the head and stops the body; otherwise the body is read first. */
  beforeBody?: boolean;
}

/** A fault of the next matching requests; `bytesLeft` counts down. */
export type Injection = { match: Match; bytesLeft: number } & (
  | { kind: "lose" }
  | { kind: "redirect"; path: (path: string) => Promise<string> }
  | { kind: "answer"; answer: Answer }
);

/** The faults that have not happened yet. */
export class Injections {
  private waiting: Injection[] = [];

  /** @returns how many of it are still to come. */
  add(injection: Injection): () => number {
    this.waiting = [...this.waiting.filter(({ bytesLeft }) => bytesLeft > 0), injection];
    return () => injection.bytesLeft;
  }

  /** The fault of a request that has just arrived. */
  takeNext(request: SeenRequest): Injection | undefined {
    const injection = this.waiting.find(
      (candidate) => candidate.bytesLeft > 0 && matches(candidate.match, request),
    );
    if (injection) injection.bytesLeft -= 1;
    return injection;
  }
}

/** Bodies that are stopped after some bytes. */
export interface StalledBodies {
  match: Match;
  /** Resolves when more than `came` may come. */
  passes: (received: number) => Promise<void>;
  release: () => void;
}

/** Passes `bytes` of matching bodies, and the rest when it is released. */
export function stallBodies(match: Match, bytes: number): StalledBodies {
  let release = () => {};
  const releaseSignal = new Promise<void>((resolve) => {
    release = resolve;
  });
  const passes = (received: number) => (received < bytes ? Promise.resolve() : releaseSignal);
  return { match, passes, release };
}
