import * as v from "valibot";
import type { LookupProblem } from "./artist-lookup";

/** What a lookup needs of the browser; parameters, so that tests bring their own. */
export interface LookupDeps {
  send: (path: string, init: RequestInit) => Promise<Response>;
  /** Runs `run` after `ms` milliseconds. @returns a function that calls it off. */
  after: (ms: number, run: () => void) => () => void;
}

export const browserDeps: LookupDeps = {
  send: (path, init) => fetch(path, init),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

function problemOf(status: number): LookupProblem {
  if (status === 404) return "not-found";
  return status === 429 ? "too-many" : "unavailable";
}

/** What a lookup gave, or why it gave nothing. */
export type LookupAnswer<T> = { ok: true; value: T } | { ok: false; problem: LookupProblem };

/** A reply of ours as its schema reads it, or why there is none. Never rejects. */
export async function lookUp<const S extends v.GenericSchema>(
  { send }: Pick<LookupDeps, "send">,
  schema: S,
  path: string,
  init: RequestInit,
): Promise<LookupAnswer<v.InferOutput<S>>> {
  try {
    const response = await send(path, init);
    if (!response.ok) return { ok: false, problem: problemOf(response.status) };
    const reply = v.safeParse(schema, await response.json());
    return reply.success
      ? { ok: true, value: reply.output }
      : { ok: false, problem: "unavailable" };
  } catch {
    return { ok: false, problem: "unavailable" };
  }
}
