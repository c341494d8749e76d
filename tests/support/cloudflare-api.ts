import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as v from "valibot";
import { CloudflareResources, Refusal } from "./account-resources";

/** A stored worker: its versions with their secrets, and the running one. */
interface StoredWorker {
  versions: Map<string, Record<string, string>>;
  current: string;
}

/** The answer of a call that a test makes fail. */
type ApiFailure = (call: string) => { status: number; body: string } | undefined;

/** A fake of the part of Cloudflare's API that wrangler uses to deploy workers. */
export interface CloudflareApi {
  url: string;
  /** Method and path of every call so far, without the account. */
  calls: string[];
  /** The secrets of a worker's running version; undefined where there is no such worker. */
  findSecrets: (worker: string) => Record<string, string> | undefined;
  failWith: (failure: ApiFailure | undefined) => void;
  /** Databases, namespaces, buckets, queues and addresses of the account. */
  resources: CloudflareResources;
  /** The ids of a worker's versions, oldest first, and of the one that runs. */
  findVersions: (worker: string) => { all: string[]; current: string } | undefined;
  close: () => Promise<void>;
}

const namedSchema = v.object({ name: v.optional(v.string()), queue_name: v.optional(v.string()) });
const binding = v.object({ type: v.string(), name: v.string(), text: v.optional(v.string()) });
const metadata = v.object({
  bindings: v.optional(v.array(binding), []),
  keep_bindings: v.optional(v.array(v.string()), []),
});
const deployment = v.object({ versions: v.tuple([v.object({ version_id: v.string() })]) });

/** Cloudflare's error for a worker that does not exist. */
const WORKER_NOT_FOUND = { code: 10007, message: "This Worker does not exist on your account." };

async function readBody(request: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = { "Content-Type": request.headers["content-type"] ?? "" };
  return new Request("http://body/", { method: "POST", headers, body: Buffer.concat(chunks) });
}

async function formPart(body: Request, name: string): Promise<unknown> {
  const part = (await body.formData()).get(name);
  return JSON.parse(part instanceof Blob ? await part.text() : (part ?? ""));
}

/** The secrets of a version: those of its bindings, and those that it keeps of the version before. */
function findSecrets(
  { bindings, keep_bindings }: v.InferOutput<typeof metadata>,
  previousSecrets: Record<string, string>,
): Record<string, string> {
  const secrets = bindings.filter(({ type }) => type === "secret_text");
  const newSecrets = secrets.map(({ name, text }): [string, string] => [
    name,
    text ?? previousSecrets[name] ?? "",
  ]);
  const keptBindings = keep_bindings.includes("secret_text") ? previousSecrets : {};
  return { ...keptBindings, ...Object.fromEntries(newSecrets) };
}

/** Starts the fake API on a free port. */
export async function startCloudflareApi(): Promise<CloudflareApi> {
  const workers = new Map<string, StoredWorker>();
  const calls: string[] = [];
  let failure: ApiFailure | undefined;

  const find = (name: string): StoredWorker => {
    const worker = workers.get(name);
    if (!worker) throw new Refusal(404, WORKER_NOT_FOUND);
    return worker;
  };
  const running = (name: string) => {
    const worker = workers.get(name);
    return worker?.versions.get(worker.current);
  };
  const addVersion = (name: string, secrets: Record<string, string>, runs: boolean): string => {
    const id = randomUUID();
    const worker = workers.get(name) ?? { versions: new Map(), current: id };
    worker.versions.set(id, secrets);
    if (runs) worker.current = id;
    workers.set(name, worker);
    return id;
  };
  const toVersion = (id: string) => ({
    id,
    number: 1,
    startup_time_ms: 1,
    annotations: {},
    metadata: { created_on: new Date().toISOString(), author_email: "", source: "api" },
    resources: { script: { etag: "x", handlers: [] }, bindings: [], script_runtime: {} },
  });

  const resources = new CloudflareResources();

  async function answer(method: string, path: string, body: Request): Promise<unknown> {
    const resource = await resources.answer(method, path, body.clone());
    if (resource !== undefined) return resource;
    const [, kind, name = "", part = "", id = ""] =
      /^\/workers\/(scripts|services)\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(path) ?? [];
    if (kind === "services" && part === "") {
      find(name);
      return {
        default_environment: { environment: "production", script: { tag: name, tags: [] } },
      };
    }
    switch (`${method} ${part}`) {
      case "GET secrets":
        return Object.keys(find(name) && (running(name) ?? {})).map((secret) => ({
          name: secret,
          type: "secret_text",
        }));
      case "GET settings":
        return {
          bindings: Object.keys(find(name) && (running(name) ?? {})).map((secret) => ({
            name: secret,
            type: "secret_text",
          })),
        };
      case "PATCH settings": {
        const { current, versions } = find(name);
        const settings = v.parse(metadata, await formPart(body, "settings"));
        addVersion(name, findSecrets(settings, versions.get(current) ?? {}), true);
        return {};
      }
      case "PUT ":
      case "POST versions": {
        const form = v.parse(metadata, await formPart(body, "metadata"));
        const version = addVersion(name, findSecrets(form, running(name) ?? {}), part === "");
        return part === "" ? { ...toVersion(version), deployment_id: version } : toVersion(version);
      }
      case "GET versions":
        if (!find(name).versions.has(id)) throw new Refusal(404, WORKER_NOT_FOUND);
        return toVersion(id);
      case "GET deployments": {
        const versions = [{ version_id: find(name).current, percentage: 100 }];
        const timestamp = new Date().toISOString();
        return {
          deployments: [
            { id: "d", source: "api", created_on: timestamp, annotations: {}, versions },
          ],
        };
      }
      case "POST deployments": {
        const { versions } = v.parse(deployment, await body.json());
        find(name).current = versions[0].version_id;
        return {};
      }
      case "GET subdomain":
      case "POST subdomain":
        return { enabled: false, previews_enabled: false };
      case "PATCH script-settings":
      case "PUT schedules":
        return {};
      default:
        throw new Refusal(404, { code: 7003, message: `The stand-in has no ${method} ${path}.` });
    }
  }

  const reply = (response: ServerResponse, status: number, body: string) =>
    response.writeHead(status, { "Content-Type": "application/json" }).end(body);

  /** Lists of zones, databases and queues can be asked for names. */
  const isNamed = (names: string[]) => (entry: unknown) => {
    const named = v.safeParse(namedSchema, entry);
    return named.success && names.includes(named.output.queue_name ?? named.output.name ?? "");
  };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://api/");
    const path = pathname.replace(/^\/client\/v4(\/accounts\/\w+)?/, "") || "/account";
    const call = `${request.method} ${path}`;
    calls.push(call);
    const body = await readBody(request);
    const failed = failure?.(call);
    if (failed) return reply(response, failed.status, failed.body);
    try {
      // Every list fits on its first page.
      const isPastEnd = request.method === "GET" && Number(searchParams.get("page") ?? 1) > 1;
      const all = isPastEnd ? [] : await answer(request.method ?? "GET", path, body);
      const names = searchParams.getAll("name");
      const result = Array.isArray(all) && names.length > 0 ? all.filter(isNamed(names)) : all;
      reply(response, 200, JSON.stringify({ success: true, errors: [], messages: [], result }));
    } catch (error) {
      const { status, error: cause } =
        error instanceof Refusal
          ? error
          : new Refusal(500, { code: 10013, message: `The stand-in failed: ${error}` });
      const refusal = { success: false, errors: [cause], messages: [], result: null };
      reply(response, status, JSON.stringify(refusal));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/client/v4`,
    calls,
    findSecrets: running,
    failWith: (chosen) => {
      failure = chosen;
    },
    resources,
    findVersions: (name) => {
      const worker = workers.get(name);
      return worker && { all: [...worker.versions.keys()], current: worker.current };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await resources.close();
    },
  };
}
