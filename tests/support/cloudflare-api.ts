import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as v from "valibot";
import { CloudflareResources, Refusal } from "./account-resources";
import { CloudflareWorkers } from "./account-workers";

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
  /** Which versions of a worker ran, and from when on, the oldest first. */
  findDeployments: (worker: string) => readonly { versionId: string; at: string }[];
  close: () => Promise<void>;
}

const namedSchema = v.object({ name: v.optional(v.string()), queue_name: v.optional(v.string()) });

async function readBody(request: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = { "Content-Type": request.headers["content-type"] ?? "" };
  return new Request("http://body/", { method: "POST", headers, body: Buffer.concat(chunks) });
}

/** A time that advances a second with each call, so that what came later is known. */
function createClock(): () => Date {
  let time = Date.parse("2026-11-23T12:00:00Z");
  return () => {
    time += 1_000;
    return new Date(time);
  };
}

/** Starts the fake API on a free port. */
export async function startCloudflareApi(): Promise<CloudflareApi> {
  const workers = new CloudflareWorkers(createClock());
  const calls: string[] = [];
  let failure: ApiFailure | undefined;

  const resources = new CloudflareResources();

  async function answer(
    method: string,
    path: string,
    body: Request,
    query: URLSearchParams,
  ): Promise<unknown> {
    const resource = await resources.answer(method, path, body.clone(), query);
    return resource === undefined ? workers.answer(method, path, body) : resource;
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
      const all = isPastEnd ? [] : await answer(request.method ?? "GET", path, body, searchParams);
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
    findSecrets: (name) => workers.findRunning(name)?.secrets,
    failWith: (chosen) => {
      failure = chosen;
    },
    resources,
    findDeployments: (name) => workers.findWorker(name)?.deployments ?? [],
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await resources.close();
    },
  };
}
