import * as v from "valibot";
import type { Wrangler } from "./apply-bucket-rules";
import { extractJson } from "./cloudflare-resources";
import { PRODUCTION, RELEASE_NAME } from "./deploy-workers";

const deploymentsSchema = v.array(
  v.object({
    created_on: v.string(),
    versions: v.array(v.object({ version_id: v.string(), percentage: v.number() })),
  }),
);

const versionSchema = v.object({
  resources: v.object({
    script: v.object({ etag: v.optional(v.string()) }),
    bindings: v.array(
      v.object({ type: v.string(), name: v.string(), text: v.optional(v.string()) }),
    ),
  }),
});

/** A version that ran, and which code it is. */
export interface DeployedVersion {
  id: string;
  /** Undefined where the version was deployed before deployments named their code. */
  release: string | undefined;
  /** The same for all versions of the same code. */
  code: string;
}

/** The versions that a worker ran, as far as Cloudflare lists them. */
export interface VersionHistory {
  running: () => Promise<DeployedVersion>;
  /** When the code that runs now began to run, as an ISO time: settings may have changed since then. */
  startOfRunning: () => Promise<string>;
  /** The last version with other code than now. */
  lastOther: () => Promise<DeployedVersion | undefined>;
  lastOf: (release: string) => Promise<DeployedVersion | undefined>;
}

/** Each version keeps the release as a variable, also where only settings were changed. */
async function readVersion(
  wrangler: Wrangler,
  config: string,
  id: string,
): Promise<DeployedVersion> {
  const output = await wrangler("versions", "view", id, "--json", "-c", config, ...PRODUCTION);
  const { bindings, script } = v.parse(versionSchema, extractJson(output)).resources;
  const release = bindings.find(({ name }) => name === RELEASE_NAME)?.text;
  return { id, release, code: release ?? script.etag ?? id };
}

/**
 * Reads the deployments of a worker, and its versions as they are needed.
 * @throws Error where nothing was deployed.
 */
export async function openHistory(wrangler: Wrangler, config: string): Promise<VersionHistory> {
  const output = await wrangler("deployments", "list", "--json", "-c", config, ...PRODUCTION);
  const deployments = v
    .parse(deploymentsSchema, extractJson(output))
    .sort((a, b) => b.created_on.localeCompare(a.created_on))
    // A version that ran beside another one is nothing to go back to.
    .flatMap(({ created_on: at, versions: [version, ...others] }) =>
      version && others.length === 0 ? [{ at, id: version.version_id }] : [],
    );
  const [last] = deployments;
  if (!last) throw new Error("Nothing is deployed, so nothing can go back.");
  const known = new Map<string, Promise<DeployedVersion>>();
  const versionOf = (id: string) => {
    const version = known.get(id) ?? readVersion(wrangler, config, id);
    known.set(id, version);
    return version;
  };
  const find = async (isWanted: (version: DeployedVersion) => boolean) => {
    for (const { id } of deployments) {
      const version = await versionOf(id);
      if (isWanted(version)) return version;
    }
    return undefined;
  };
  const running = () => versionOf(last.id);
  return {
    running,
    async startOfRunning() {
      const { code } = await running();
      let start = last.at;
      for (const { id, at } of deployments) {
        if ((await versionOf(id)).code !== code) break;
        start = at;
      }
      return start;
    },
    async lastOther() {
      const { code } = await running();
      return find((version) => version.code !== code);
    },
    lastOf: (release) => find((version) => version.release === release),
  };
}
