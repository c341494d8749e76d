import { draw, type Odds } from "./chaos-decisions";

// Runs inside the workers of the chaos run: the bindings of the platform with seeded faults.

/** Decides which calls of a worker fail. */
export interface FaultSource {
  isOn: () => boolean;
  /** The random numbers of the next call of this name. */
  next: (name: string) => () => number;
  /** Counts a call of a service. @returns whether it is out, which it is for that many calls. */
  isOut: (service: string, calls: number) => boolean;
  /** Counts a fault that happens. */
  note: (fault: string) => void;
  /** Ends the event of the worker as if it was killed here. Never returns. */
  kill: () => Promise<never>;
  canBeKilled: boolean;
}

type CallFault = "before" | "after" | "slow" | "kill-before" | "kill-after";

const kills = { "kill-before": 0.004, "kill-after": 0.006 };
const noKills = { "kill-before": 0, "kill-after": 0 };
const ODDS = {
  d1: { before: 0.012, after: 0.01, slow: 0.05 },
  r2: { before: 0.03, after: 0.02, slow: 0.1 },
  kv: { before: 0.08, after: 0.02, slow: 0.05 },
  queue: { before: 0.15, after: 0.1, slow: 0.05 },
};
/** While a service is out, this share of its calls fails. */
const OUT: Odds<CallFault> = { before: 0.7, after: 0, slow: 0, "kill-before": 0, "kill-after": 0 };
const OUTAGE_CALLS = { d1: 40, r2: 15, kv: 10, queue: 5 };
const STALE = { stale: 0.4 };
const MAX_SLOW_MS = 50;

/** The errors of the platform. */
const ERRORS: Record<keyof typeof ODDS, string> = {
  d1: "D1_ERROR: Network connection lost.",
  r2: "We encountered an internal error. Please try again. (10001)",
  kv: "KV GET failed: 500 Internal Server Error",
  queue: "Queue send failed: Internal Server Error",
};

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs a call of the platform, or lets it fail before or after it is done. */
async function disturb<T>(
  faults: FaultSource,
  kind: keyof typeof ODDS,
  name: string,
  run: () => Promise<T>,
): Promise<T> {
  if (!faults.isOn()) return run();
  const random = faults.next(`${kind} ${name}`);
  const odds: Odds<CallFault> = { ...ODDS[kind], ...(faults.canBeKilled ? kills : noKills) };
  const fault = draw(faults.isOut(kind, OUTAGE_CALLS[kind]) ? OUT : odds, random);
  if (fault) faults.note(`${kind} ${fault}`);
  if (fault === "kill-before") return faults.kill();
  if (fault === "before") throw new Error(ERRORS[kind]);
  if (fault === "slow") await sleep(random() * MAX_SLOW_MS);
  const result = await run();
  if (fault === "kill-after") return faults.kill();
  if (fault === "after") throw new Error(ERRORS[kind]);
  return result;
}

/** An object with other methods in place of its own. */
function override<T extends object>(target: T, methods: object): T {
  return new Proxy(target, {
    get: (object, name) => {
      const replacement: unknown = Reflect.get(methods, name);
      if (replacement !== undefined) return replacement;
      const value: unknown = Reflect.get(object, name);
      return typeof value === "function" ? value.bind(object) : value;
    },
  });
}

/** The calls of these methods, each disturbed. */
function disturbed<T extends object>(
  faults: FaultSource,
  kind: keyof typeof ODDS,
  target: T,
  names: readonly (keyof T & string)[],
  about = "",
): object {
  const methods = names.map((name) => {
    const method = target[name] as (...args: unknown[]) => Promise<unknown>;
    const call = (...args: unknown[]) =>
      disturb(faults, kind, name + about, () => method.apply(target, args));
    return [name, call] as const;
  });
  return Object.fromEntries(methods);
}

/** Statements by the ones that the product sees. */
const statements = new WeakMap<object, D1PreparedStatement>();
/** As much of a statement as names it. */
const SQL_CHARACTERS = 120;

function faultyStatement(
  faults: FaultSource,
  inner: D1PreparedStatement,
  sql: string,
): D1PreparedStatement {
  const statement = override(inner, {
    ...disturbed(faults, "d1", inner, ["first", "all", "run", "raw"], ` ${sql}`),
    bind: (...values: unknown[]) => faultyStatement(faults, inner.bind(...values), sql),
    sql,
  });
  statements.set(statement, inner);
  return statement;
}

/** A database whose calls fail now and then. */
export function faultyDatabase(faults: FaultSource, db: D1Database): D1Database {
  return override(db, {
    prepare: (sql: string) =>
      faultyStatement(faults, db.prepare(sql), sql.slice(0, SQL_CHARACTERS)),
    batch: (list: (D1PreparedStatement & { sql?: string })[]) =>
      disturb(faults, "d1", `batch ${list[0]?.sql}`, () =>
        db.batch(list.map((statement) => statements.get(statement) ?? statement)),
      ),
  });
}

const faultyMultipart = (faults: FaultSource, upload: R2MultipartUpload) =>
  override(upload, disturbed(faults, "r2", upload, ["uploadPart", "complete", "abort"]));

/** A bucket whose calls fail now and then. */
export function faultyBucket(faults: FaultSource, files: R2Bucket): R2Bucket {
  return override(files, {
    ...disturbed(faults, "r2", files, ["head", "get", "put", "delete", "list"]),
    createMultipartUpload: async (...args: Parameters<R2Bucket["createMultipartUpload"]>) => {
      const upload = await disturb(faults, "r2", "createMultipartUpload", () =>
        files.createMultipartUpload(...args),
      );
      return faultyMultipart(faults, upload);
    },
    resumeMultipartUpload: (...args: Parameters<R2Bucket["resumeMultipartUpload"]>) =>
      faultyMultipart(faults, files.resumeMultipartUpload(...args)),
  });
}

/**
 * A KV namespace whose calls fail, and whose reads may give what was read or missing before.
 * @param earlier what its reads have given, shared by all events of a worker.
 */
export function faultyConfig(
  faults: FaultSource,
  config: KVNamespace,
  earlier: Map<string, unknown>,
  name: string,
): KVNamespace {
  return override(config, {
    ...disturbed(faults, "kv", config, ["put", "delete", "list"]),
    get: (key: string, options: unknown) =>
      disturb(faults, "kv", `get ${name} ${key}`, async () => {
        const value: unknown = await config.get(key, options as "text");
        const fullName = `${name} ${key}`;
        const isStale = faults.isOn() && draw(STALE, faults.next(`stale ${fullName}`)) === "stale";
        const known = earlier.get(fullName) ?? null;
        if (!isStale) earlier.set(fullName, value);
        else if (known !== value) faults.note("kv stale");
        return isStale ? known : value;
      }),
  });
}

/** A queue to which messages cannot always be sent. */
export function faultyQueue<T>(faults: FaultSource, queue: Queue<T>): Queue<T> {
  return override(queue, disturbed(faults, "queue", queue, ["send", "sendBatch"]));
}
