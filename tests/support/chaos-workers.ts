import type { ChaosState } from "./chaos-decisions";

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
  SANDBOX?: Fetcher;
}

function begin({ CHAOS }: ChaosBindings): void {
  if (isReady) return;
  isReady = true;
  state = JSON.parse(CHAOS) as ChaosState;
  shiftClock();
}

/** Takes a control request; undefined for any other. */
async function takeControl(request: Request): Promise<Response | undefined> {
  if (new URL(request.url).hostname !== CONTROL_HOST) return undefined;
  state = { ...state, ...((await request.json()) as Partial<ChaosState>) };
  return Response.json(state);
}

type Handler = ExportedHandler<ChaosBindings>;

/** The site with faults. Requests of the test to the sandbox meet none. */
export function chaosSite(site: Handler): Handler {
  return {
    async fetch(request, env, context) {
      begin(env);
      const controlReply = await takeControl(request);
      if (controlReply) return controlReply;
      if (new URL(request.url).pathname.startsWith("/sandbox/") && env.SANDBOX)
        return env.SANDBOX.fetch(request);
      return (await site.fetch?.(request, env, context)) ?? new Response(null, { status: 501 });
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
      await jobs.queue?.(batch, env, context);
    },
  };
}

type EntrypointClass = new (context: ExecutionContext, env: ChaosBindings) => object;

/** The entry point of the sweep with faults. */
export function chaosSweep<Base extends EntrypointClass>(Sweep: Base): EntrypointClass {
  return class extends (Sweep as EntrypointClass) {
    constructor(context: ExecutionContext, env: ChaosBindings) {
      begin(env);
      super(context, env);
    }
  };
}
