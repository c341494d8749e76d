import type { StorageBackend } from "~/domain/uploads/storage-backend";
import { type AppContext, openAppContext, type SiteBindings } from "~/load-context.server";
import { openDatabase } from "~/platform/database.server";
import { batchedDatabase, DATABASE_WORKER_SCRIPT } from "./batched-database";
import { applyMigrations } from "./board-fixture";
import { installDigestStream, installFixedLengthStream } from "./digest-stream";
import type { ScheduleOperation } from "./interleaving";
import { memoryCarrier } from "./memory-carrier";
import { receivingDeps } from "./receiving-deps";
import { SteadyMiniflare } from "./steady-runtime";
import { SECRET } from "./upload-fixture";

const URL_OF_SITE = "https://submit.example.com";

/** A bucket whose every call is scheduled. */
function gatedCarrier(carrier: StorageBackend, schedule: ScheduleOperation): StorageBackend {
  return {
    ...carrier,
    open: (...args) => schedule(() => carrier.open(...args)),
    putPart: async (key, multipartId, number, body, length) => {
      // A stream from the bucket needs scheduled operations of its own until it ends.
      const bytes =
        body instanceof Uint8Array
          ? body
          : new Uint8Array(await new Response(body as BodyInit).arrayBuffer());
      return schedule(() => carrier.putPart(key, multipartId, number, bytes, length));
    },
    join: (...args) => schedule(() => carrier.join(...args)),
    abort: (...args) => schedule(() => carrier.abort(...args)),
    size: (...args) => schedule(() => carrier.size(...args)),
    read: (...args) => schedule(() => carrier.read(...args)),
    put: (...args) => schedule(() => carrier.put(...args)),
    remove: (...args) => schedule(() => carrier.remove(...args)),
    list: (...args) => schedule(() => carrier.list(...args)),
  };
}

/**
 * The site's handlers over a database and a bucket in memory, for tests that interleave the operations
 * of several requests.
 * @param settings are added to the required ones.
 */
export async function createRaceFixture(settings: Record<string, string> = {}) {
  installDigestStream();
  installFixedLengthStream();
  const miniflare = new SteadyMiniflare({
    modules: true,
    script: DATABASE_WORKER_SCRIPT,
    d1Databases: ["DB"],
  });
  await applyMigrations(batchedDatabase(miniflare));
  const { carrier, objects } = memoryCarrier();
  const failures: string[] = [];
  const bindings = {
    ...settings,
    SIGNING_SECRET: SECRET,
    JOBS: { sendBatch: async () => undefined },
    CONFIG: { get: async () => null },
  };
  /** The portal of one request. */
  const createPortal = (request: Request, schedule: ScheduleOperation): AppContext => {
    const env = {
      ...bindings,
      DB: batchedDatabase(miniflare, "DB", schedule),
    } as unknown as SiteBindings;
    const names = {
      requestId: crypto.randomUUID(),
      nonce: "n",
      route: "race",
      release: null,
      dispatchApi: () => Promise.reject(new Error("No handler of these tests asks the API.")),
    };
    const background = { waitUntil: () => undefined };
    const portal = openAppContext(env, request, background, names);
    return {
      ...portal,
      log: () => undefined,
      scope: {
        ...portal.scope,
        logFailure: (error) => void failures.push(String(error)),
      },
      uploads: { ...portal.uploads, carrier: gatedCarrier(carrier, schedule) },
    };
  };
  const db = openDatabase(batchedDatabase(miniflare));
  return {
    /** A database whose every call is scheduled. */
    databaseFor: (schedule: ScheduleOperation) =>
      openDatabase(batchedDatabase(miniflare, "DB", schedule)),
    deps: receivingDeps(db, carrier),
    objects,
    portalFor: createPortal,
    /** The failures that the handlers have logged. */
    failures,
    close: () => miniflare.dispose(),
  };
}
export type RaceFixture = Awaited<ReturnType<typeof createRaceFixture>>;

/** A request with a draft's cookie. */
export function createRequest(path: string, init: RequestInit & { cookie: string }): Request {
  const { cookie, ...rest } = init;
  const headers = new Headers(rest.headers);
  headers.set("Cookie", cookie);
  return new Request(URL_OF_SITE + path, { ...rest, headers });
}
