import {
  type FaultSource,
  faultyBucket,
  faultyConfig,
  faultyDatabase,
  faultyQueue,
} from "./chaos-bindings";
import { type ChaosState, randomFor } from "./chaos-decisions";
import { comesAgain, disturbBatch } from "./chaos-queue";
import { faultyThirdParties } from "./chaos-third-parties";

// Runs inside the workers of the chaos run, in front of the product's own entries.

/** A request to this host sets the state of the worker. */
const CONTROL_HOST = "chaos.invalid";

let state: ChaosState = { seed: 0, life: 0, faults: false, clockMs: 0 };
let isReady = false;

const SystemDate = Date;
const shiftedNow = () => SystemDate.now() + state.clockMs;

/** Puts the clock of the isolate ahead by `clockMs`. */
function shiftClock(): void {
  globalThis.Date = new Proxy(SystemDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [shiftedNow()], newTarget),
    get: (target, name) => (name === "now" ? shiftedNow : Reflect.get(target, name)),
  });
}

interface ChaosBindings {
  CHAOS: string;
  DB: D1Database;
  FILES: R2Bucket;
  CONFIG: KVNamespace;
  TOKENS: KVNamespace;
  JOBS: Queue;
  SANDBOX: Fetcher;
}

/** How many calls of each name there were; faults are drawn by name and number. */
const callCounts = new Map<string, number>();

/** The share of the time in which a service is out. */
const OUTAGES = 0.12;

/** How often each fault has happened. */
const faultCounts: Record<string, number> = {};

/** What KV reads have given, by namespace and key. */
const earlierValues = new Map<string, unknown>();

/** What one event of a worker works with. */
interface Invocation {
  faults: FaultSource;
  /** The bindings with faults. */
  env: ChaosBindings;
  /** Waits for the work of the event, or until a fault kills it there. */
  untilKilled: <T>(work: Promise<T>) => Promise<T>;
}

function openInvocation(env: ChaosBindings, worker: "site" | "jobs" | "sweep"): Invocation {
  let kill: (error: Error) => void = () => undefined;
  const killed = new Promise<never>((_, reject) => {
    kill = reject;
  });
  const faults: FaultSource = {
    isOn: () => state.faults,
    next: (name) => {
      const count = (callCounts.get(name) ?? 0) + 1;
      callCounts.set(name, count);
      return randomFor(state.seed, state.life, worker, name, count);
    },
    isOut: (service, calls) => {
      const count = (callCounts.get(service) ?? 0) + 1;
      callCounts.set(service, count);
      const window = Math.floor(count / calls);
      return randomFor(state.seed, state.life, worker, "outage", service, window)() < OUTAGES;
    },
    note: (fault) => {
      faultCounts[fault] = (faultCounts[fault] ?? 0) + 1;
    },
    // The runtime drops whatever an event still does once it has ended.
    kill: () => {
      kill(new Error("The worker was killed"));
      return new Promise<never>(() => undefined);
    },
    // The local runtime itself crashes where a call between workers ends in the middle.
    canBeKilled: worker === "jobs",
  };
  const faultyEnv = {
    ...env,
    DB: faultyDatabase(faults, env.DB),
    FILES: faultyBucket(faults, env.FILES),
    CONFIG: faultyConfig(faults, env.CONFIG, earlierValues, "CONFIG"),
    TOKENS: faultyConfig(faults, env.TOKENS, earlierValues, "TOKENS"),
    JOBS: faultyQueue(faults, env.JOBS),
    SANDBOX: faultyThirdParties(faults, env.SANDBOX) as Fetcher,
  };
  return { faults, env: faultyEnv, untilKilled: (work) => Promise.race([work, killed]) };
}

function begin({ CHAOS }: ChaosBindings): void {
  if (isReady) return;
  isReady = true;
  state = JSON.parse(CHAOS) as ChaosState;
  shiftClock();
}

/** Takes a control request and answers with the faults so far; undefined for any other request. */
async function takeControl(request: Request): Promise<Response | undefined> {
  if (new URL(request.url).hostname !== CONTROL_HOST) return undefined;
  state = { ...state, ...((await request.json()) as Partial<ChaosState>) };
  return Response.json(faultCounts);
}

type Handler = ExportedHandler<ChaosBindings>;

/** The site with faults. Requests of the test to the sandbox meet none. */
export function chaosSite(site: Handler): Handler {
  return {
    async fetch(request, env, context) {
      begin(env);
      const controlReply = await takeControl(request);
      if (controlReply) return controlReply;
      if (new URL(request.url).pathname.startsWith("/sandbox/")) return env.SANDBOX.fetch(request);
      const reply = await site.fetch?.(request, openInvocation(env, "site").env, context);
      return reply ?? new Response(null, { status: 501 });
    },
  };
}

/** The sandbox with the clock of the others, and without faults. */
export function chaosSandbox(sandbox: Handler): Handler {
  return {
    async fetch(request, env, context) {
      begin(env);
      const controlReply = await takeControl(request);
      if (controlReply) return controlReply;
      return (await sandbox.fetch?.(request, env, context)) ?? new Response(null, { status: 501 });
    },
  };
}

/** The jobs worker with faults. */
export function chaosJobs(jobs: Handler): Handler {
  return {
    async fetch(request, env) {
      begin(env);
      return (await takeControl(request)) ?? new Response(null, { status: 404 });
    },
    async queue(batch, env, context) {
      begin(env);
      const { faults, env: faultyEnv, untilKilled } = openInvocation(env, "jobs");
      const handle = async () => jobs.queue?.(disturbBatch(faults, batch), faultyEnv, context);
      await untilKilled(handle());
      if (comesAgain(faults)) throw new Error("The worker was killed after its batch");
    },
  };
}

type SweepClass = new (context: ExecutionContext, env: ChaosBindings) => object;

/** The entry point of the sweep with faults. */
export function chaosSweep(Sweep: SweepClass): SweepClass {
  return class extends Sweep {
    constructor(context: ExecutionContext, env: ChaosBindings) {
      begin(env);
      super(context, openInvocation(env, "sweep").env);
    }
  };
}
