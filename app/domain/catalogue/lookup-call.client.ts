import * as v from "valibot";
import type { LookupProblem } from "./artist-lookup";

export interface LookupDeps {
  fetcher: (path: string, init: RequestInit) => Promise<Response>;
  /** @returns a function that cancels it. */
  schedule: (ms: number, run: () => void) => () => void;
}

export const browserDeps: LookupDeps = {
  fetcher: (path, init) => fetch(path, init),
  schedule: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

function toProblem(status: number): LookupProblem {
  if (status === 404) return "not-found";
  return status === 429 ? "too-many" : "unavailable";
}

export type LookupAnswer<T> = { ok: true; value: T } | { ok: false; problem: LookupProblem };

/** Calls our API and parses the reply. Never rejects. */
export async function lookUp<const S extends v.GenericSchema>(
  { fetcher }: Pick<LookupDeps, "fetcher">,
  schema: S,
  path: string,
  init: RequestInit,
): Promise<LookupAnswer<v.InferOutput<S>>> {
  try {
    const response = await fetcher(path, init);
    if (!response.ok) return { ok: false, problem: toProblem(response.status) };
    const reply = v.safeParse(schema, await response.json());
    return reply.success
      ? { ok: true, value: reply.output }
      : { ok: false, problem: "unavailable" };
  } catch {
    return { ok: false, problem: "unavailable" };
  }
}
