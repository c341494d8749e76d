import type { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import type { Json } from "miniflare";
import type { Mail } from "~/domain/mail/mail";
import { findMail } from "~/domain/mail/mail-store.server";
import { type MailRules, type QueueResult, queueMail } from "~/domain/mail/outbox.server";
import type { SmtpTimeouts } from "~/integrations/mail/smtp.server";
import { jobMessage } from "~/jobs/job-message";
import { jobs } from "~/jobs/job-tables.server";
import { type Database, openDatabase } from "~/platform/database.server";
import { randomIds } from "~/platform/ids";
import { batchedDatabase, DATABASES_WORKER } from "./batched-database";
import { applyMigrations } from "./board-fixture";
import { asModules, bundleWorker } from "./bundled-worker";
import { rememberEvents } from "./seen-events";
import { type SmtpServer, TRUSTED, USER } from "./smtp-server";
import { SteadyMiniflare } from "./steady-runtime";

/** Timeouts that a slow machine does not reach. */
const LONG_TIMEOUTS: SmtpTimeouts = { greeting: 30_000, answer: 30_000, all: 60_000 };

/**
 * The mail job in the real runtime, over a real D1 database and real TLS that trusts only
 * {@link TRUSTED}.
 * @param office the mail server; without one mail is off.
 * @param stateDir the folder of the database; in memory by default.
 */
export async function createMailFixture(
  office: Pick<SmtpServer, "port" | "tls"> | undefined,
  { timeouts = LONG_TIMEOUTS, password = USER.password, stateDir = "", dailyLimit = 9999 } = {},
) {
  const lines: string[] = [];
  const smtp: Record<string, string> = office
    ? {
        SMTP_HOST: "localhost",
        SMTP_PORT: String(office.port),
        SMTP_TLS: office.tls,
        SMTP_USERNAME: USER.username,
        SMTP_PASSWORD: password,
        MAIL_FROM: "music@label.example",
        BRAND_NAME: "Mähogany",
      }
    : {};
  const miniflare = new SteadyMiniflare({
    d1Persist: stateDir || false,
    handleRuntimeStdio: (stdout: Readable) =>
      stdout.on("data", (data: Buffer) => {
        lines.push(data.toString());
        rememberEvents(data.toString());
      }),
    workers: [
      DATABASES_WORKER,
      {
        name: "mail",
        modulesRoot: "/",
        modules: asModules(await bundleWorker("tests/support/mail-worker.ts")),
        compatibilityDate: "2026-04-01",
        compatibilityFlags: ["nodejs_compat"],
        d1Databases: { DB: "DB" },
        r2Buckets: ["FILES"],
        bindings: {
          ...smtp,
          MAIL_DAILY_LIMIT: String(dailyLimit),
          PATIENCE: { ...timeouts } satisfies Json,
        },
        outboundService: {
          network: {
            allow: ["public", "private"],
            tlsOptions: { trustBrowserCas: false, trustedCertificates: [TRUSTED.cert] },
          },
        },
      },
    ],
  });
  const binding = batchedDatabase(miniflare);
  if (!(await isMigrated(binding))) await applyMigrations(binding);
  const db = openDatabase(binding);
  const worker = await miniflare.getWorker("mail");

  /** Delivers the job's message. @returns the requested delay in seconds; undefined when done. */
  async function deliver(jobId: string): Promise<number | undefined> {
    // As if the delay of the message had passed.
    await db.update(jobs).set({ dueAt: null }).where(eq(jobs.id, jobId));
    const message = { id: "1", timestamp: new Date(), attempts: 1, body: jobMessage(jobId) };
    const { retryMessages } = await worker.queue("jobs", [message]);
    return retryMessages[0]?.delaySeconds;
  }

  return {
    db,
    deliver,
    /** Advances the worker's clock. */
    later: async (seconds: number) => {
      const body = String(seconds);
      await (await worker.fetch("http://worker/", { method: "POST", body })).text();
    },
    /** The result of the mail server's probe. */
    probe: async () => (await worker.fetch("http://worker/")).text(),
    /** Stores a document that a mail may bring. */
    storeDocument: async (key: string, bytes: Uint8Array) =>
      void (await (await miniflare.getR2Bucket("FILES", "mail")).put(key, bytes)),
    /** The worker's output. */
    output: () => lines.join(""),
    async queue(mail: Mail) {
      return putMail(db, mail, new Date());
    },
    mail: (id: string) => findMail(db, id),
    async job(id: string) {
      const [row] = await db.select().from(jobs).where(eq(jobs.id, id));
      return row;
    },
    close: () => miniflare.dispose(),
  };
}
export type MailFixture = Awaited<ReturnType<typeof createMailFixture>>;

async function isMigrated(db: D1Database): Promise<boolean> {
  const table = await db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'mail_outbox'").first();
  return table !== null;
}

/** Rules without effective limits. */
export const permissiveMailRules: MailRules = {
  site: "https://submit.example.com",
  secret: "s".repeat(32),
  dailyLimit: 9999,
};

/** Puts a mail into the outbox. @throws Error when it does not get there. */
export async function putMail(
  db: Database,
  mail: Mail,
  now: Date,
  rules = permissiveMailRules,
): Promise<Extract<QueueResult, { kind: "queued" }>> {
  const queuedMail = await queueMail(db, mail, rules, now, randomIds);
  if (queuedMail.kind !== "queued") throw new Error(`The mail is ${queuedMail.kind}.`);
  return queuedMail;
}

let serial = 0;

/** A mail with difficult texts. */
export function createMail(fields: Partial<Mail> = {}): Mail {
  serial += 1;
  const subject = 'We received "Größe" 🎵';
  return {
    dedupeKey: `test:${serial}`,
    kind: "confirmation",
    recipient: "ada@example.com",
    subject,
    plainSubject: fields.subject ?? subject,
    text: "Hello Ada,\n\n.a line that begins with a dot\n.\n..two\nGrüße 🎵\n",
    html: "<p>Grüße &amp; more</p>\n.\n",
    ...fields,
  };
}
