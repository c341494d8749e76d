import { readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { MiniflareOptions } from "miniflare";
import { jobMessage } from "~/jobs/job-message";
import { type Database, openDatabase } from "~/platform/database.server";
import { batchedDatabase, DATABASES_WORKER } from "./batched-database";
import { applyMigrations } from "./board-fixture";
import { asModules, bundleWorker } from "./bundled-worker";
import { rememberEvents } from "./seen-events";
import { type SmtpServer, TRUSTED, USER } from "./smtp-server";
import { SteadyMiniflare } from "./steady-runtime";

const root = fileURLToPath(new URL("../..", import.meta.url));
const CONVERTER = "app/domain/media/converter/build/converter.wasm";

/** The modules of the jobs worker: itself and the clips' converter. */
export function jobsModules(bundle: string) {
  const path = "/workers/jobs/index.js";
  const contents = readFileSync(root + CONVERTER);
  return [
    { type: "ESModule" as const, path, contents: bundle },
    { type: "CompiledWasm" as const, path: `/${CONVERTER}`, contents },
  ];
}

function mailSettings(office: SmtpServer | undefined): Record<string, string> {
  if (!office) return {};
  return {
    SMTP_HOST: "localhost",
    SMTP_PORT: String(office.port),
    SMTP_TLS: office.tls,
    SMTP_USERNAME: USER.username,
    SMTP_PASSWORD: USER.password,
    MAIL_FROM: "music@label.example",
  };
}

/** Both workers with the queues of their wrangler.toml, but without batch delays, and access to their databases. */
async function bothWorkers(office: SmtpServer | undefined, onOutput: (text: string) => void) {
  const [jobs, sandbox] = await Promise.all(
    ["workers/jobs/index.ts", "workers/sandbox/index.ts"].map(bundleWorker),
  );
  const stores = { d1Databases: { DB: "db" }, r2Buckets: { FILES: "files" } };
  const consumer = { maxBatchSize: 25, maxBatchTimeout: 0, maxRetries: 15, retryDelay: 1 };
  const options = {
    handleRuntimeStdio: (out: Readable, err: Readable) => {
      out.on("data", (data: Buffer) => {
        rememberEvents(data.toString());
        onOutput(data.toString());
      });
      err.resume();
    },
    workers: [
      {
        ...DATABASES_WORKER,
        d1Databases: { ...stores.d1Databases, SANDBOX_DB: "sandbox-db" },
      },
      {
        name: "jobs",
        modulesRoot: "/",
        modules: jobsModules(jobs ?? ""),
        compatibilityDate: "2026-04-01",
        compatibilityFlags: ["nodejs_compat"],
        bindings: {
          ENVIRONMENT: "local",
          SIGNING_SECRET: "s".repeat(32),
          ...mailSettings(office),
        },
        ...stores,
        kvNamespaces: { CONFIG: "config" },
        queueProducers: { JOBS: "jobs" },
        queueConsumers: {
          jobs: { ...consumer, deadLetterQueue: "jobs-dead" },
          "jobs-dead": consumer,
        },
        serviceBindings: { SANDBOX: "sandbox" },
        outboundService: {
          network: {
            allow: ["public", "private"],
            tlsOptions: { trustBrowserCas: false, trustedCertificates: [TRUSTED.cert] },
          },
        },
      },
      {
        name: "sandbox",
        modulesRoot: "/",
        modules: asModules(sandbox ?? ""),
        compatibilityDate: "2026-04-01",
        ...stores,
        d1Databases: { ...stores.d1Databases, SANDBOX_DB: "sandbox-db" },
        r2Buckets: { ...stores.r2Buckets, SANDBOX_FILES: "sandbox-files" },
        queueProducers: { JOBS: "jobs" },
        serviceBindings: { SWEEP: { name: "jobs", entrypoint: "Sweep" } },
      },
    ],
  } satisfies MiniflareOptions;
  return options;
}

const MIGRATION_TABLES = `SELECT name FROM sqlite_master WHERE type = 'table'
  AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'
  AND name NOT GLOB 'review_search*' AND name NOT GLOB 'review_words*'`;

async function emptyTables(binding: D1Database): Promise<void> {
  const { results } = await binding.prepare(MIGRATION_TABLES).all<{ name: string }>();
  if (results.length > 0)
    await binding.batch(results.map(({ name }) => binding.prepare(`DELETE FROM "${name}"`)));
}

/**
 * The whole jobs worker and the sandbox in the real runtime, with the real queue between them.
 * @param office the mail server; without one mails stay in the outbox.
 */
export async function createQueueFixture(office?: SmtpServer) {
  let output = "";
  const options = await bothWorkers(office, (text) => {
    output += text;
  });
  const miniflare = new SteadyMiniflare(options);
  const connect = async () => ({
    files: (await miniflare.getR2Bucket("FILES", "jobs")) as unknown as R2Bucket,
    config: await miniflare.getKVNamespace("CONFIG", "jobs"),
    queue: await miniflare.getQueueProducer<unknown>("JOBS", "jobs"),
    sandbox: await miniflare.getWorker("sandbox"),
    jobs: await miniflare.getWorker("jobs"),
  });
  let deps = await connect();
  const binding = batchedDatabase(miniflare);
  const sandboxDb = batchedDatabase(miniflare, "SANDBOX_DB");
  await applyMigrations(binding);

  async function call(path: string, body?: object): Promise<unknown> {
    const init = body && { method: "POST", body: JSON.stringify(body) };
    const reply = await deps.sandbox.fetch(`http://sandbox.invalid/sandbox/${path}`, init);
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  }

  return {
    db: (): Database => openDatabase(binding),
    files: () => deps.files,
    rows: async (sql: string, ...params: unknown[]) =>
      (
        await binding
          .prepare(sql)
          .bind(...params)
          .all()
      ).results,
    /** Calls the sandbox, such as `monday/items`; POST where there is a body. */
    call,
    /** Sends messages with any bodies in one batch. */
    sendBodies: (bodies: readonly unknown[]) =>
      deps.queue.sendBatch(bodies.map((body) => ({ body }))),
    send: async (jobIds: readonly string[]) =>
      void (await deps.queue.sendBatch(jobIds.map((id) => ({ body: jobMessage(id) })))),
    /** Runs the cron. */
    cron: () => deps.jobs.scheduled({ cron: "*/5 * * * *" }),
    /** Kills both workers, and the queue with all its messages. */
    kill: async () => {
      await miniflare.setOptions(options);
      deps = await connect();
    },
    /** The log lines so far. */
    lines: () =>
      output.split("\n").flatMap((line) => {
        const json = /^\{"ts".*\}$/.exec(line)?.[0];
        return json ? [JSON.parse(json) as { event: string; [field: string]: unknown }] : [];
      }),
    /** Restores the initial state. */
    reset: async () => {
      output = "";
      for (const database of [binding, sandboxDb]) await emptyTables(database);
      const { objects } = await deps.files.list();
      await deps.files.delete(objects.map(({ key }) => key));
      office?.behave();
    },
    close: () => miniflare.dispose(),
  };
}
export type QueueFixture = Awaited<ReturnType<typeof createQueueFixture>>;
