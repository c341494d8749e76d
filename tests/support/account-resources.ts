import { randomUUID } from "node:crypto";
import type { Miniflare } from "miniflare";
import * as v from "valibot";
import { SteadyMiniflare } from "./steady-runtime";

/** An error that the API answers with. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly error: { code: number; message: string },
  ) {
    super(error.message);
  }
}

const databaseBody = v.object({ name: v.string() });
const namespaceBody = v.object({ title: v.string() });
const bucketBody = v.object({ name: v.string() });
const queueBody = v.object({ queue_name: v.string() });
const queryBody = v.object({ sql: v.string() });
const domainsBody = v.object({ origins: v.array(v.object({ hostname: v.string() })) });

interface StoredDatabase {
  name: string;
  /** Started by the first query. */
  runtime: Miniflare | undefined;
}

/** Drizzle's mark between statements; wrangler adds its own last one after a line break. */
const STATEMENT_END = /-->\s*statement-breakpoint|;\s*\n(?=\s*INSERT INTO d1_migrations)/;

/** Databases with real SQL, namespaces, buckets, queues, schedules and addresses of an account. */
export class CloudflareResources {
  readonly databases = new Map<string, StoredDatabase>();
  readonly namespaces = new Map<string, string>();
  readonly buckets = new Map<string, object>();
  readonly queues = new Map<string, { id: string; consumers: object[] }>();
  readonly domains: string[] = [];
  readonly assets = new Set<string>();

  /** @returns the result of a call; undefined where it is about workers. */
  async answer(
    method: string,
    path: string,
    body: Pick<Request, "json">,
    query: URLSearchParams,
  ): Promise<unknown> {
    const [, kind = "", id = "", part = ""] =
      /^\/(d1\/database|storage\/kv\/namespaces|r2\/buckets|queues|workers\/[a-z-]+)(?:\/([^/?]+))?(?:\/([^?]+))?$/.exec(
        path,
      ) ?? [];
    if (path === "/user/tokens/verify") return { id: "token", status: "active" };
    if (path === "/user") return { id: "user", email: "person@example.com" };
    if (path === "/account" || path === "/accounts")
      return [{ id: "0".repeat(32), name: "Label", type: "standard" }];
    if (path === "/memberships") return [];
    switch (kind) {
      case "d1/database":
        return this.answerDatabase(method, id, part, body, query);
      case "storage/kv/namespaces":
        return this.answerNamespaces(method, body);
      case "r2/buckets":
        return this.answerBucket(method, id, part, body);
      case "queues":
        return this.answerQueue(method, id, part, body);
      default:
        return this.answerAddresses(method, path, body);
    }
  }

  private async answerDatabase(
    method: string,
    id: string,
    part: string,
    body: Pick<Request, "json">,
    query: URLSearchParams,
  ) {
    const list = [...this.databases].map(([uuid, { name }]) => ({
      uuid,
      name,
      version: "production",
    }));
    if (id === "" && method === "GET") return list;
    if (id === "") {
      const { name } = v.parse(databaseBody, await body.json());
      const uuid = randomUUID();
      this.databases.set(uuid, { name, runtime: undefined });
      return { uuid, name, version: "production" };
    }
    const database = this.databases.get(id);
    if (!database) throw new Refusal(404, { code: 7404, message: "The database is not there." });
    if (part === "") return { uuid: id, name: database.name, version: "production" };
    if (part.startsWith("time_travel")) {
      const at = query.get("timestamp");
      return {
        bookmark: ["bookmark-of", database.name, at && Date.parse(at)].filter(Boolean).join("-"),
      };
    }
    const { sql } = v.parse(queryBody, await body.json());
    return this.query(database, sql);
  }

  private async query(database: StoredDatabase, sql: string) {
    database.runtime ??= new SteadyMiniflare({
      modules: true,
      script: "export default {}",
      d1Databases: { DB: "database" },
    });
    const db = await database.runtime.getD1Database("DB");
    const statements = sql
      .split(STATEMENT_END)
      .map((statement) => statement.replace(/;\s*$/, "").trim())
      .filter((statement) => statement.replaceAll(/^--.*$/gm, "").trim() !== "");
    try {
      const results = await db.batch(statements.map((statement) => db.prepare(statement)));
      return results.map(({ results: rows, meta }) => ({ results: rows, success: true, meta }));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new Refusal(400, { code: 7500, message });
    }
  }

  private async answerNamespaces(method: string, body: Pick<Request, "json">) {
    if (method === "GET") return [...this.namespaces].map(([id, title]) => ({ id, title }));
    const { title } = v.parse(namespaceBody, await body.json());
    const id = randomUUID().replaceAll("-", "");
    this.namespaces.set(id, title);
    return { id, title };
  }

  private async answerBucket(
    method: string,
    id: string,
    part: string,
    body: Pick<Request, "json">,
  ) {
    if (id === "" && method === "POST") {
      const { name } = v.parse(bucketBody, await body.json());
      if (this.buckets.has(name))
        throw new Refusal(409, {
          code: 10004,
          message: "The bucket you tried to create already exists, and you own it.",
        });
      this.buckets.set(name, { rules: [] });
      return { name };
    }
    if (part === "lifecycle" && method === "PUT") {
      this.buckets.set(id, (await body.json()) as object);
      return {};
    }
    if (part === "lifecycle") return this.buckets.get(id) ?? { rules: [] };
    return { name: id };
  }

  private async answerQueue(method: string, id: string, part: string, body: Pick<Request, "json">) {
    const toQueue = ([queue_name, { id: queue_id, consumers }]: [
      string,
      { id: string; consumers: object[] },
    ]) => ({ queue_name, queue_id, consumers, producers: [], settings: {} });
    if (id === "" && method === "GET") return [...this.queues].map(toQueue);
    if (id === "") {
      const { queue_name: name } = v.parse(queueBody, await body.json());
      if (this.queues.has(name))
        throw new Refusal(409, { code: 11009, message: "Queue name is already taken." });
      const queue = { id: randomUUID().replaceAll("-", ""), consumers: [] };
      this.queues.set(name, queue);
      return toQueue([name, queue]);
    }
    const found = [...this.queues].find(([, queue]) => queue.id === id);
    if (!found) throw new Refusal(404, { code: 11000, message: "The queue is not there." });
    const [, queue] = found;
    if (part.startsWith("consumers") && method === "GET") return queue.consumers;
    if (part.startsWith("consumers")) {
      const consumer = { ...((await body.json()) as object), consumer_id: randomUUID() };
      queue.consumers = [consumer];
      return consumer;
    }
    return toQueue(found);
  }

  private async answerAddresses(method: string, path: string, body: Pick<Request, "json">) {
    if (/\/domains\/records$/.test(path) && method === "PUT") {
      const { origins } = v.parse(domainsBody, await body.json());
      this.domains.splice(0, this.domains.length, ...origins.map(({ hostname }) => hostname));
      return {};
    }
    if (path.endsWith("/assets-upload-session")) return { jwt: "token-of-assets", buckets: [] };
    if (path === "/zones") return [{ id: "zone-of-example.com", name: "example.com" }];
    if (method === "GET" && /^\/zones\/[^/]+\/workers\/routes$/.test(path)) return [];
    if (path === "/workers/subdomain") return { subdomain: "label" };
    return undefined;
  }

  async close(): Promise<void> {
    for (const { runtime } of this.databases.values()) await runtime?.dispose();
  }
}
