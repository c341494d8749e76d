import { Miniflare, type MiniflareOptions } from "miniflare";

// Miniflare calls its workers synchronously: it waits until a shared number is 1. The wake-up of one wait
// may arrive during the next one on a busy machine, which then ends without an answer, and every later
// wait is off by one. This repeats a wait as long as the number says that there is nothing to read.
const { wait } = Atomics;
/** Test files that share a process load this file repeatedly. */
const STEADY = Symbol.for("steady-runtime");

const patientWait = ((array: Int32Array, index: number, value: number, timeout?: number) => {
  for (;;) {
    const outcome = wait(array, index, value, timeout);
    const isSpurious = outcome === "ok" && Atomics.load(array, index) === value;
    if (!isSpurious || timeout !== undefined) return outcome;
  }
}) as typeof Atomics.wait;

if (!(STEADY in wait)) Atomics.wait = Object.assign(patientWait, { [STEADY]: true });

type Dispatch = Miniflare["dispatchFetch"];

/**
 * Makes a request again where the runtime hung up before it read anything.
 *
 * The runtime closes connections, also new ones, that bring no request within 5 s, such as while this
 * process was busy. One that has read a request keeps its connection until it has answered.
 */
export function retryUnread(dispatch: Dispatch): Dispatch {
  const isResendable = ([input, init]: Parameters<Dispatch>) =>
    (typeof input === "string" || input instanceof URL) &&
    (init?.body == null || typeof init.body === "string");
  const send: Dispatch = (...call) =>
    dispatch(...call).catch((error: unknown) => {
      if (isClosedConnection(error) && isResendable(call)) return send(...call);
      throw error;
    });
  return send;
}

const CLOSED: unknown[] = ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"];

/** Whether an error, or its cause, is that of a connection that was closed; see {@link retryUnread}. */
export function isClosedConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && CLOSED.includes(error.code)) || isClosedConnection(error.cause);
}

/** A runtime for tests, whose bindings hold on a busy machine. */
export class SteadyMiniflare extends Miniflare {
  constructor(options: MiniflareOptions) {
    super(options);
    // The bindings read their answers by this method too.
    this.dispatchFetch = retryUnread(this.dispatchFetch);
  }
}
