import type { SiteBindings } from "~/load-context.server";
import type { Bindings } from "~/services/stores.server";

// Runs inside the workers that `metered-workers.ts` bundles.

/** Adds to what has been used, by name. */
type Count = (amounts: Readonly<Record<string, number>>) => void;
type Hook = (result: unknown, args: unknown[]) => unknown;

/** Prints what a worker uses, a line for each use, for `read-usage.ts`. */
const printUse =
  (worker: string): Count =>
  (amounts) =>
    console.log(JSON.stringify({ metered: worker, ...amounts }));

/** The same object, whose methods are also told to hooks of their names. */
function observe<T extends object>(target: T, hooks: Readonly<Record<string, Hook>>): T {
  return new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name);
      if (typeof value !== "function") return value;
      const hook = typeof name === "string" ? hooks[name] : undefined;
      return (...args: unknown[]) => {
        const result: unknown = value.apply(object, args);
        return hook ? hook(result, args) : result;
      };
    },
  });
}

const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : 1);

/** Whether a statement changes nothing, so that it may run twice. */
const isRead = (sql: string) => !/\b(insert|update|delete)\b/i.test(sql);

function meterDatabase(database: D1Database, count: Count): D1Database {
  const originals = new WeakMap<object, D1PreparedStatement>();
  const countResult = ({ meta }: D1Result) =>
    count({
      d1Queries: 1,
      d1RowsRead: meta.rows_read,
      d1RowsWritten: meta.rows_written,
      d1Ms: meta.duration,
    });
  const meterStatement = (sql: string, statement: D1PreparedStatement): D1PreparedStatement => {
    const run = async () => {
      const result = await statement.all<Record<string, unknown>>();
      countResult(result);
      return result;
    };
    const metered = new Proxy(statement, {
      get(_, name) {
        switch (name) {
          case "bind":
            return (...values: unknown[]) => meterStatement(sql, statement.bind(...values));
          case "all":
          case "run":
            return run;
          case "first":
            return async (column?: string) => {
              const [row] = (await run()).results;
              if (row === undefined) return null;
              return column === undefined ? row : row[column];
            };
          case "raw":
            // It returns no figures, so a read runs once more to get them.
            return async () => {
              const { results } = await run();
              return isRead(sql) ? statement.raw() : results.map((row) => Object.values(row));
            };
          default:
            return Reflect.get(statement, name);
        }
      },
    });
    originals.set(metered, statement);
    return metered;
  };
  return new Proxy(database, {
    get(_, name) {
      if (name === "prepare") return (sql: string) => meterStatement(sql, database.prepare(sql));
      if (name !== "batch") return Reflect.get(database, name);
      return async (statements: D1PreparedStatement[]) => {
        const results = await database.batch(
          statements.map((statement) => originals.get(statement) ?? statement),
        );
        results.forEach(countResult);
        return results;
      };
    },
  });
}

const bytesOf = (value: unknown): number =>
  typeof value === "string"
    ? new TextEncoder().encode(value).length
    : value instanceof Uint8Array || value instanceof ArrayBuffer
      ? value.byteLength
      : 0;

/**
 * Class A and class B operations as R2 bills them; deleting and aborting are free.
 * @param bytesName the name under which the bytes that are written are counted; undefined: they are not.
 */
function meterBucket(bucket: R2Bucket, count: Count, bytesName?: string): R2Bucket {
  const classA: Hook = (result, [, body]) => {
    count({ r2ClassA: 1, ...(bytesName && { [bytesName]: bytesOf(body) }) });
    return result;
  };
  const classB: Hook = (result) => {
    count({ r2ClassB: 1 });
    return result;
  };
  const meterUpload = (upload: R2MultipartUpload) =>
    observe(upload, { uploadPart: classA, complete: classA });
  return observe(bucket, {
    put: classA,
    list: classA,
    get: classB,
    head: classB,
    createMultipartUpload: async (result) => {
      count({ r2ClassA: 1 });
      return meterUpload((await result) as R2MultipartUpload);
    },
    resumeMultipartUpload: (result) => meterUpload(result as R2MultipartUpload),
  });
}

function meterNamespace(namespace: KVNamespace, count: Count): KVNamespace {
  const read: Hook = (result, [keys]) => {
    count({ kvReads: lengthOf(keys) });
    return result;
  };
  const write: Hook = (result) => {
    count({ kvWrites: 1 });
    return result;
  };
  const hooks = { get: read, getWithMetadata: read, put: write, delete: write, list: write };
  return observe(namespace, hooks);
}

/** Which third party a call of a local run is for. */
function nameOfCall(target: unknown): string {
  const url = target instanceof Request ? target.url : String(target);
  const { hostname } = new URL(url);
  if (hostname === "api.monday.com") return "boardCalls";
  if (hostname.endsWith("googleapis.com")) return "driveCalls";
  return hostname.endsWith("spotify.com") ? "spotifyCalls" : "otherCalls";
}

function meterBindings<T extends Bindings>(env: T, count: Count): T {
  const tally =
    (name: string): Hook =>
    (result, [first]) => {
      count({ [name]: lengthOf(first) });
      return result;
    };
  return {
    ...env,
    DB: meterDatabase(env.DB, count),
    FILES: meterBucket(env.FILES, count),
    ...(env.BACKUP && { BACKUP: meterBucket(env.BACKUP, count, "backupBytes") }),
    CONFIG: meterNamespace(env.CONFIG, count),
    TOKENS: meterNamespace(env.TOKENS, count),
    // Messages have ids only: each is one operation of 64 KB at most.
    JOBS: observe(env.JOBS, { send: tally("queueWrites"), sendBatch: tally("queueWrites") }),
    ...(env.IMAGES && { IMAGES: observe(env.IMAGES, { input: tally("imageTransforms") }) }),
    ...(env.SANDBOX && {
      SANDBOX: observe(env.SANDBOX, {
        fetch: (result, [target]) => {
          count({ [nameOfCall(target)]: 1 });
          return result;
        },
      }),
    }),
  };
}

type SiteHandler = {
  fetch(request: Request, env: SiteBindings, context: ExecutionContext): Promise<Response>;
};

/** The site's worker, which prints what it uses; what tests ask the sandbox is left out. */
export function meterSite(worker: SiteHandler): SiteHandler {
  const count = printUse("site");
  return {
    async fetch(request, env, context) {
      if (new URL(request.url).pathname.startsWith("/sandbox/"))
        return worker.fetch(request, env, context);
      count({ requests: 1 });
      return worker.fetch(request, meterBindings(env, count), context);
    },
  };
}

type JobsHandler = {
  queue(batch: MessageBatch, env: Bindings, context: ExecutionContext): Promise<void>;
};

/** The jobs worker, which prints what it uses. */
export function meterJobs(worker: JobsHandler): JobsHandler {
  const count = printUse("jobs");
  return {
    async queue(batch, env, context) {
      let retries = 0;
      const retry: Hook = (result) => {
        retries += 1;
        return result;
      };
      const messages = batch.messages.map((message) => observe(message, { retry }));
      count({ requests: 1, queueReads: messages.length });
      const metered = new Proxy(batch, {
        get: (_, name) => (name === "messages" ? messages : Reflect.get(batch, name)),
      });
      await worker.queue(metered, meterBindings(env, count), context);
      count({ queueDeletes: messages.length - retries });
    },
  };
}

type SweepClass = new (context: ExecutionContext, env: Bindings) => object;

/** The sweep's entry point, which prints what it uses. */
export function meterSweep<T extends SweepClass>(Sweep: T): SweepClass {
  const count = printUse("sweep");
  return class extends (Sweep as SweepClass) {
    constructor(context: ExecutionContext, env: Bindings) {
      super(context, meterBindings(env, count));
    }
  };
}
