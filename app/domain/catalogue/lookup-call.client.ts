import * as v from "valibot";
import { schedule } from "~/platform/timeout";
import { isSearchable, type LookupProblem, SEARCH_DELAY_MS } from "./artist-lookup";

export interface LookupDeps {
  fetcher: (path: string, init: RequestInit) => Promise<Response>;
  /** @returns a function that cancels it. */
  schedule: (ms: number, run: () => void) => () => void;
}

export const browserDeps: LookupDeps = {
  fetcher: (path, init) => fetch(path, init),
  schedule: (ms, run) => schedule(run, ms),
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

/** Search as you type. */
export interface LiveSearch {
  /** Searches after 300 ms without a key press. */
  type: (query: string) => void;
  /** Searches at once. */
  now: (query: string) => void;
  /** Cancels pending searches. */
  stop: () => void;
}

interface SearchStates<State> {
  searching: () => State;
  find: (query: string, signal: AbortSignal) => Promise<State>;
  /** For a query that is too short to be sent. */
  unsearchable: (query: string, isTyping: boolean) => State;
  display: (search: State) => void;
}

/** A new query cancels the previous one, and late replies are ignored. */
export function searchAsTyped<State>(
  { schedule }: Pick<LookupDeps, "schedule">,
  { searching, find, unsearchable, display }: SearchStates<State>,
): LiveSearch {
  let stop = () => {};

  function start(query: string, delay: number) {
    stop();
    if (!isSearchable(query)) return display(unsearchable(query, delay > 0));
    const abort = new AbortController();
    const cancel = schedule(delay, async () => {
      display(searching());
      const search = await find(query.trim(), abort.signal);
      if (!abort.signal.aborted) display(search);
    });
    stop = () => {
      cancel();
      abort.abort();
    };
  }

  return {
    type: (query) => start(query, SEARCH_DELAY_MS),
    now: (query) => start(query, 0),
    stop: () => stop(),
  };
}
