import * as v from "valibot";
import { isUploadActive } from "../upload-state";
import { ANNOUNCE_PATH, ANNOUNCE_TOGETHER_PATH } from "./server-calls.client";
import {
  type JsonRequest,
  type RequestOutcome,
  STALL_MS,
  type Transport,
  type UploadDeps,
} from "./transport.client";
import type { UploadTable } from "./upload-table.client";

/** The longest that an announcement waits for those of files that were chosen with it. */
const LONGEST_WAIT_MS = 3_000;
/** More files than a release has. */
const MOST = 50;

const resultsSchema = v.object({
  results: v.array(
    v.object({ status: v.number(), body: v.unknown(), retryAfterMs: v.optional(v.number()) }),
  ),
});

interface Waiting {
  call: JsonRequest;
  /** Aborts when its file is let go. */
  signal: AbortSignal;
  resolve: (outcome: RequestOutcome) => void;
}

/**
 * A transport that announces files in one call that were chosen together: an announcement waits for
 * those that are still being looked at.
 */
export function announceTogether(
  { transport, later }: Pick<UploadDeps, "transport" | "later">,
  table: UploadTable,
): Transport {
  let waiting: Waiting[] = [];
  let stopTimer = () => {};

  /** Files that were chosen and that the server has not heard of. */
  const countUnannounced = () =>
    table.all().filter(({ state, file }) => file && !state.uploadId && isUploadActive(state))
      .length;

  function flushWhenComplete(): void {
    if (waiting.length > 0 && waiting.length >= countUnannounced()) flush();
  }

  function flush(): void {
    stopTimer();
    const batch = waiting.slice(0, MOST);
    waiting = waiting.slice(MOST);
    void sendTogether(batch);
    if (waiting.length > 0) flush();
  }

  async function sendTogether(batch: readonly Waiting[]): Promise<void> {
    const [first] = batch;
    if (!first) return;
    if (batch.length === 1) return first.resolve(await transport.ask(first.call, first.signal));
    const uploads = batch.map(({ call }) => call.body);
    const call = {
      method: "POST",
      path: ANNOUNCE_TOGETHER_PATH,
      body: { uploads },
      limitMs: 2 * STALL_MS,
      announces: batch.length,
    } as const;
    // The others' files are wanted still.
    const outcome = await transport.ask(call, new AbortController().signal);
    const body = outcome.kind === "answer" ? outcome.body : undefined;
    const { success, output } = v.safeParse(resultsSchema, body);
    batch.forEach(({ resolve }, index) => {
      const result = success ? output.results[index] : undefined;
      resolve(result ? { kind: "answer", ...result } : outcome);
    });
  }

  table.subscribe(flushWhenComplete);
  return {
    send: transport.send,
    ask(call, signal) {
      if (call.path !== ANNOUNCE_PATH) return transport.ask(call, signal);
      return new Promise((resolve) => {
        const one = { call, signal, resolve };
        const giveUp = () => {
          waiting = waiting.filter((other) => other !== one);
          resolve({ kind: "none", text: "Network error", sentAll: false });
        };
        signal.addEventListener("abort", giveUp, { once: true });
        if (signal.aborted) return giveUp();
        if (waiting.length === 0) stopTimer = later(LONGEST_WAIT_MS, flush);
        waiting.push(one);
        queueMicrotask(flushWhenComplete);
      });
    },
  };
}
