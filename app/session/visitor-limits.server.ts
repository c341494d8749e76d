import {
  byteBudgetOf,
  countHourStatement,
  hasBytesLeftSql,
  networkBytesKey,
} from "~/domain/uploads/receiving/byte-budget.server";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { formatWait } from "~/platform/formats/duration";
import {
  type ClientNetworks,
  clientNetwork,
  enclosingNetworks,
} from "~/platform/rate/client-network";
import { type EdgeLimits, passesEdge } from "~/platform/rate/edge-limits.server";
import {
  MAX_WINDOW_SECONDS,
  rateLimit,
  rateLimitFairShare,
} from "~/platform/rate/rate-limit.server";
import type { Settings } from "~/platform/settings";
import { signatureOf } from "~/platform/signed-link";
import { readDraftCookie, storedDraftId } from "./draft-cookie.server";

/** The visitor's network, see {@link clientNetwork}; undefined in local runs. */
export function addressOf(request: Request): string | undefined {
  const address = request.headers.get("CF-Connecting-IP");
  return address === null ? undefined : clientNetwork(address);
}

/** Calls limited for each visitor, with the setting of their limit for a minute. */
const limitedCalls = {
  drafts: "LIMIT_DRAFTS_PER_MINUTE",
  saves: "LIMIT_SAVES_PER_MINUTE",
  checks: "LIMIT_CHECKS_PER_MINUTE",
  records: "LIMIT_RECORDS_PER_MINUTE",
  links: "LIMIT_LINKS_PER_MINUTE",
  uploads: "LIMIT_UPLOADS_PER_MINUTE",
  "upload-calls": "LIMIT_UPLOAD_CALLS_PER_MINUTE",
  "file-reads": "LIMIT_FILE_READS_PER_MINUTE",
  "status-reads": "LIMIT_STATUS_READS_PER_MINUTE",
  lookups: "LIMIT_LOOKUPS_PER_MINUTE",
  joins: "LIMIT_JOINS_PER_MINUTE",
  "token-checks": "LIMIT_TOKEN_CHECKS_PER_MINUTE",
  "sign-ins": "LIMIT_SIGN_INS_PER_MINUTE",
} as const satisfies Record<string, keyof Settings>;
export type LimitedCall = keyof typeof limitedCalls;

/**
 * Calls counted by address, not by draft: a draft must not open others, or circumvent limits of
 * sign-in and links.
 */
const BY_ADDRESS: ReadonlySet<LimitedCall> = new Set([
  "drafts",
  "joins",
  "token-checks",
  "sign-ins",
]);
const WINDOW_SECONDS = 60;

export interface VisitorLimiter {
  /**
   * Counts a call of this visitor, and of the bytes that it stores; returns the seconds to wait if it
   * is refused. Uploads of a draft count their bytes by themselves.
   */
  limitCall: (call: LimitedCall, bytes?: number) => Promise<number | undefined>;
}

export const tooManyUploadsText = (waitSeconds: number) =>
  `Too many uploads were started just now. Wait ${formatWait(waitSeconds)}, then try again.`;

/** For the fair share of a network: alone it gets a fifth, so that newcomers always find room. */
const SHARE_DIVISOR = 3;

type Secret = Pick<Settings, "SIGNING_SECRET">;

/** Hash of the visitor's network, for storing; undefined if unknown. */
export async function addressHash(request: Request, { SIGNING_SECRET: secret }: Secret) {
  const address = addressOf(request);
  return address && (await signatureOf(secret, `address\n${address}`)).slice(0, 32);
}

/** Hashes of the visitor's networks; undefined if unknown. */
export async function visitorNetworks(
  request: Request,
  { SIGNING_SECRET: secret }: Secret,
): Promise<ClientNetworks | undefined> {
  const address = addressOf(request);
  if (address === undefined) return undefined;
  const { home, site } = enclosingNetworks(address);
  const hash = async (text: string) => (await signatureOf(secret, `network\n${text}`)).slice(0, 32);
  return { home: await hash(home), site: await hash(site) };
}

/**
 * The key of a visitor: the draft if there is one, since a school or studio shares one address;
 * else the address.
 */
export async function rateLimitKey(request: Request, settings: Secret): Promise<string> {
  const draftId = storedDraftId(await readDraftCookie(request, settings.SIGNING_SECRET));
  if (draftId !== undefined) return `draft:${draftId}`;
  return `address:${(await addressHash(request, settings)) ?? "local"}`;
}

export interface RateLimitDeps {
  db: Database;
  settings: Settings;
  clock: Clock;
  edge: { limits: EdgeLimits };
}

/**
 * Counts a call of this visitor. Cloudflare's own limit, if there is one, is checked first, so
 * that a flood never reaches the database.
 * @returns undefined if the call is allowed; else the seconds to wait.
 */
export async function limitCall(
  { db, settings, clock, edge }: RateLimitDeps,
  request: Request,
  call: LimitedCall,
  bytes = 0,
): Promise<number | undefined> {
  const visitor = BY_ADDRESS.has(call)
    ? `address:${(await addressHash(request, settings)) ?? "local"}`
    : await rateLimitKey(request, settings);
  if (!(await passesEdge(edge.limits, call, visitor))) return WINDOW_SECONDS;
  const now = clock();
  const rate = { limit: settings[limitedCalls[call]], seconds: WINDOW_SECONDS };
  const waitSeconds = await rateLimit(db, `${call} ${visitor}`, rate, now);
  if (waitSeconds !== undefined) return waitSeconds;
  if (call === "links") return limitLinksPerDay(db, settings, request, now);
  // Global limits: the sweep must be able to clean up all uploads, and Spotify has a quota.
  const shared = {
    uploads: { limit: settings.LIMIT_UPLOADS_PER_HOUR, seconds: 3_600 },
    lookups: { limit: settings.LIMIT_ALL_LOOKUPS_PER_MINUTE, seconds: WINDOW_SECONDS },
  };
  if (call !== "uploads" && call !== "lookups") return undefined;
  const wait = await limitShared({ db, settings }, request, call, shared[call], now);
  return wait ?? (bytes === 0 ? undefined : limitBytes({ db, settings }, request, bytes, now));
}

const BYTES_WAIT = 3_600;

/** Counts bytes of a file that belongs to no draft. */
async function limitBytes(
  { db, settings }: Pick<RateLimitDeps, "db" | "settings">,
  request: Request,
  bytes: number,
  now: Date,
): Promise<number | undefined> {
  const networks = await visitorNetworks(request, settings);
  const networkKey = networks && networkBytesKey(networks.site);
  const hasRoom = hasBytesLeftSql({ bytes, networkKey }, byteBudgetOf(settings), now);
  const counted = await countHourStatement(db, { bytes, networkKey }, hasRoom, now);
  return counted.length > 0 ? undefined : BYTES_WAIT;
}

/**
 * Counts a call against a global limit. Each network has a fair share, and refused calls do not
 * count.
 * @param name what is counted.
 */
export async function limitShared(
  { db, settings }: { db: Database; settings: Secret },
  request: Request,
  name: string,
  rate: { limit: number; seconds: number },
  now: Date,
): Promise<number | undefined> {
  const networks = await visitorNetworks(request, settings);
  const totalKey = `${name} house`;
  if (!networks) return rateLimit(db, totalKey, rate, now);
  const keys = { global: totalKey, clientKey: `${name} site:${networks.site}` };
  return rateLimitFairShare(db, keys, { ...rate, divisor: SHARE_DIVISOR }, now);
}

/** Limits links by address for a day, because new drafts reset the limit for a minute. */
async function limitLinksPerDay(db: Database, settings: Settings, request: Request, now: Date) {
  const networks = await visitorNetworks(request, settings);
  const rate = { limit: settings.LIMIT_LINKS_PER_DAY, seconds: MAX_WINDOW_SECONDS };
  return rateLimit(db, `links day home:${networks?.home ?? "local"}`, rate, now);
}
