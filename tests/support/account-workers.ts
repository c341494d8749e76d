import { createHash, randomUUID } from "node:crypto";
import * as v from "valibot";
import { Refusal } from "./account-resources";

/** A version of a worker: what it holds never changes. */
interface StoredVersion {
  secrets: Record<string, string>;
  /** Plain variables by their names. */
  vars: Record<string, string>;
  /** The same for the same code. */
  etag: string;
  tag: string | undefined;
}

interface StoredWorker {
  versions: Map<string, StoredVersion>;
  /** The oldest first; the last one runs. */
  deployments: { versionId: string; at: string }[];
}

const binding = v.object({ type: v.string(), name: v.string(), text: v.optional(v.string()) });
const metadata = v.object({
  bindings: v.optional(v.array(binding), []),
  keep_bindings: v.optional(v.array(v.string()), []),
  annotations: v.optional(v.object({ "workers/tag": v.optional(v.string()) }), {}),
});
const deployment = v.object({ versions: v.tuple([v.object({ version_id: v.string() })]) });

/** Cloudflare's error for a worker that does not exist. */
const WORKER_NOT_FOUND = { code: 10007, message: "This Worker does not exist on your account." };
const VERSION_NOT_FOUND = { code: 10007, message: "This version does not exist on your account." };

/** Cloudflare lists the last ten deployments. */
const LISTED_DEPLOYMENTS = 10;

async function readPart(form: FormData, name: string): Promise<unknown> {
  const part = form.get(name);
  return JSON.parse(part instanceof Blob ? await part.text() : (part ?? ""));
}

/** The hash of the modules of an upload. */
async function etagOf(form: FormData): Promise<string> {
  const hash = createHash("sha256");
  for (const [name, part] of form)
    if (name !== "metadata") hash.update(part instanceof Blob ? await part.text() : part);
  return hash.digest("hex");
}

/** The texts of bindings of a type: the given ones, and those kept of the version before. */
function textsOf(
  type: string,
  { bindings, keep_bindings }: v.InferOutput<typeof metadata>,
  before: Record<string, string>,
): Record<string, string> {
  const given = bindings
    .filter((entry) => entry.type === type)
    .map(({ name, text }): [string, string] => [name, text ?? before[name] ?? ""]);
  return { ...(keep_bindings.includes(type) && before), ...Object.fromEntries(given) };
}

/** The workers of an account, their versions, and which of them ran when. */
export class CloudflareWorkers {
  private readonly workers = new Map<string, StoredWorker>();

  /** @param now the time of the next deployment. */
  constructor(private readonly now: () => Date) {}

  findWorker(name: string): StoredWorker | undefined {
    return this.workers.get(name);
  }

  findRunning(name: string): StoredVersion | undefined {
    const worker = this.workers.get(name);
    return worker?.versions.get(worker.deployments.at(-1)?.versionId ?? "");
  }

  private require(name: string): StoredWorker {
    const worker = this.workers.get(name);
    if (!worker) throw new Refusal(404, WORKER_NOT_FOUND);
    return worker;
  }

  private addVersion(name: string, version: StoredVersion, runs: boolean) {
    const id = randomUUID();
    const worker = this.workers.get(name) ?? { versions: new Map(), deployments: [] };
    worker.versions.set(id, version);
    this.workers.set(name, worker);
    if (runs) this.runVersion(name, id);
    return this.describe(name, id);
  }

  private runVersion(name: string, versionId: string): void {
    this.require(name).deployments.push({ versionId, at: this.now().toISOString() });
  }

  private describe(name: string, id: string) {
    const version = this.require(name).versions.get(id);
    if (!version) throw new Refusal(404, VERSION_NOT_FOUND);
    const { etag, secrets, tag, vars } = version;
    return {
      id,
      number: 1,
      startup_time_ms: 1,
      annotations: tag === undefined ? {} : { "workers/tag": tag },
      metadata: { created_on: this.now().toISOString(), author_email: "", source: "api" },
      resources: {
        script: { etag, handlers: [] },
        bindings: [
          ...Object.entries(vars).map(([key, text]) => ({ type: "plain_text", name: key, text })),
          ...Object.keys(secrets).map((key) => ({ type: "secret_text", name: key })),
        ],
        script_runtime: {},
      },
    };
  }

  /** @returns the result of a call about a worker. */
  async answer(method: string, path: string, body: Request): Promise<unknown> {
    const [, kind, name = "", part = "", id = ""] =
      /^\/workers\/(scripts|services)\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(path) ?? [];
    if (kind === "services" && part === "") {
      this.require(name);
      return {
        default_environment: { environment: "production", script: { tag: name, tags: [] } },
      };
    }
    const running = this.findRunning(name);
    switch (`${method} ${part}`) {
      case "GET secrets":
        this.require(name);
        return Object.keys(running?.secrets ?? {}).map((key) => ({
          name: key,
          type: "secret_text",
        }));
      case "GET settings": {
        const { deployments } = this.require(name);
        return {
          bindings: this.describe(name, deployments.at(-1)?.versionId ?? "").resources.bindings,
        };
      }
      case "PATCH settings": {
        this.require(name);
        const settings = v.parse(metadata, await readPart(await body.formData(), "settings"));
        this.addVersion(
          name,
          {
            secrets: textsOf("secret_text", settings, running?.secrets ?? {}),
            vars: textsOf("plain_text", settings, running?.vars ?? {}),
            etag: running?.etag ?? "",
            tag: undefined,
          },
          true,
        );
        return {};
      }
      case "PUT ":
      case "POST versions": {
        const form = await body.formData();
        const given = v.parse(metadata, await readPart(form, "metadata"));
        const version = {
          secrets: textsOf("secret_text", given, running?.secrets ?? {}),
          vars: textsOf("plain_text", given, running?.vars ?? {}),
          etag: await etagOf(form),
          tag: given.annotations["workers/tag"],
        };
        const added = this.addVersion(name, version, part === "");
        return part === "" ? { ...added, deployment_id: added.id } : added;
      }
      case "GET versions":
        return this.describe(name, id);
      case "GET deployments": {
        const deployments = this.require(name).deployments.map(({ versionId, at }) => ({
          id: versionId,
          source: "api",
          created_on: at,
          annotations: {},
          versions: [{ version_id: versionId, percentage: 100 }],
        }));
        return { deployments: deployments.reverse().slice(0, LISTED_DEPLOYMENTS) };
      }
      case "POST deployments": {
        const { versions } = v.parse(deployment, await body.json());
        this.runVersion(name, versions[0].version_id);
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
}
