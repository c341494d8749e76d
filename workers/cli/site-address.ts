import * as v from "valibot";
import { errorMessage } from "./explain-failure";

/** Cloudflare makes the record and the certificate of the address. */
export const DEFAULT_ADDRESS_KIND = "domain";

const WORKERS_DEV = /(^|\.)workers\.dev$/;

/**
 * Wrangler's arguments that make an address lead to the site; none where it is not given, as the address
 * of the deployment before stays then.
 * @param publicUrl the address without a path.
 * @param kind `domain`: Cloudflare makes the DNS record and the certificate. `route`: a record exists.
 * @throws Error with one sentence where no domain of the account can lead to the site.
 */
export function addressArgs(publicUrl: string | undefined, kind: string = DEFAULT_ADDRESS_KIND) {
  if (kind !== "domain" && kind !== "route")
    throw new Error(`SITE_ADDRESS must be domain or route, not "${kind}".`);
  if (!publicUrl) return [];
  const { hostname, protocol } = new URL(publicUrl);
  if (protocol !== "https:")
    throw new Error(`PUBLIC_URL must begin with https:// for a deployment, not "${publicUrl}".`);
  if (WORKERS_DEV.test(hostname))
    throw new Error(
      `PUBLIC_URL must be on a domain of yours at Cloudflare: "${hostname}" is an address for trials, and deployments have none.`,
    );
  return kind === "domain" ? ["--domain", hostname] : ["--route", `${hostname}/*`];
}

/** Asks an address; the status and the text of its answer. @throws Error where none comes. */
export type AskAddress = (url: string) => Promise<{ status: number; text: string }>;

/** In milliseconds: a new domain needs its record and certificate first. */
const HEALTH_TRIES = [0, 5_000, 10_000, 15_000, 30_000];

const healthReply = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ status: v.string(), release: v.optional(v.nullable(v.string()), null) }),
);

interface HealthDeps {
  publicUrl: string;
  release: string;
  ask: AskAddress;
  /** Resolves after so many milliseconds. */
  wait: (ms: number) => Promise<void>;
}

/**
 * Asks the deployed site how it is, until the release that was just deployed answers.
 * @returns the last line of a deployment: the address and what it said.
 * @throws Error where nothing, or something else, answers there to the end: what a script deploys has
 * not worked until somebody has looked.
 */
export async function describeHealth({ publicUrl, release, ask, wait }: HealthDeps) {
  const url = `${publicUrl}/api/health`;
  let last = "no answer";
  let otherRelease: string | undefined;
  for (const ms of HEALTH_TRIES) {
    await wait(ms);
    try {
      const { status, text } = await ask(url);
      const health = v.safeParse(healthReply, text);
      if (health.success && health.output.release === release)
        return `${url} says: ${health.output.status}, release ${release}`;
      otherRelease = health.success ? (health.output.release ?? "(none is named)") : undefined;
      last = `status ${status}, without a word about its health`;
    } catch (error) {
      otherRelease = undefined;
      last = errorMessage(error);
    }
  }
  if (otherRelease !== undefined)
    throw new Error(
      `${url} answers with release ${otherRelease}, not with ${release}, which was just deployed. Wait a minute and open this address. If it stays like this, another worker has the address: look in the dashboard which worker the domain or route leads to.`,
    );
  throw new Error(
    `Both workers are deployed, but ${url} does not answer (${last}). A new domain may need some minutes: open this address until it says ok. If it stays like this, look at the DNS records of the domain. Nothing has to be deployed again.`,
  );
}
