import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { formatDuration } from "~/platform/formats/duration";
import type { ClientNetworks } from "~/platform/rate/client-network";
import { type EdgeLimits, passesEdge } from "~/platform/rate/edge-limits.server";
import {
  MAX_WINDOW_SECONDS,
  rateLimit,
  rateLimitFairShare,
} from "~/platform/rate/rate-limit.server";
import type { Settings } from "~/platform/settings";
import { signatureOf } from "~/platform/signed-link";
import { readDraftCookie, storedDraftId } from "./draft-cookie.server";
import { clientNetwork, enclosingNetworks } from "./network";

/** The address the edge saw, as {@link clientNetwork} has it; undefined locally, where there is none. */
export function addressOf(request: Request): string | undefined {
  const address = request.headers.get("CF-Connecting-IP");
  return address === null ? undefined : clientNetwork(address);
}

/** The calls that a visitor may make so often a minute, and the setting that says how often. */
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
 * Calls that count for the address alone: one draft must not open others without end, nor be a way
 * round what stands at a door.
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
   * Takes a turn of a call for the visitor of this request: undefined when it may be made, else the
   * seconds to wait.
   */
  limitCall: (call: LimitedCall) => Promise<number | undefined>;
}

/** For a file that is begun too soon after very many others. @param wait seconds. */
export const tooManyUploadsText = (wait: number) =>
  `Too many uploads were started just now. Wait ${formatDuration(wait)}, then try again.`;

/**
 * By this a network has its share of what all together may do in a while: alone it gets a fifth of
 * it, and however few take all they can, who comes anew finds room.
 */
const SHARE_DIVISOR = 3;

type Secret = Pick<Settings, "SIGNING_SECRET">;

/** The visitor's address as a hash, for what is stored; undefined where there is none. */
export async function addressHash(
  request: Request,
  { SIGNING_SECRET: secret }: Secret,
): Promise<string | undefined> {
  const address = addressOf(request);
  return address && (await signatureOf(secret, `address\n${address}`)).slice(0, 32);
}

/** The networks that a visitor comes from, as hashes; undefined where the address is not known. */
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
 * Who a request counts as: who has opened a draft for that draft, wherever they are, since a school
 * or a studio is many people behind one address; anybody else for their address.
 */
export async function rateLimitKey(request: Request, settings: Secret): Promise<string> {
  const draftId = storedDraftId(await readDraftCookie(request, settings.SIGNING_SECRET));
  if (draftId !== undefined) return `draft:${draftId}`;
  return `address:${(await addressHash(request, settings)) ?? "local"}`;
}

/** What counts the calls of visitors: the platform, where it has a limit for a call, and D1. */
export interface RateLimitDeps {
  db: Database;
  settings: Settings;
  clock: Clock;
  edge: { limits: EdgeLimits };
}

/**
 * Takes one turn of a call for the visitor that makes a request. Where the platform has a limit for
 * it, that is asked first: a flood ends there, and never reaches the database.
 * @returns undefined when the call may be made; else the seconds to wait.
 */
export async function limitCall(
  { db, settings, clock, edge }: RateLimitDeps,
  request: Request,
  call: LimitedCall,
): Promise<number | undefined> {
  const visitor = BY_ADDRESS.has(call)
    ? `address:${(await addressHash(request, settings)) ?? "local"}`
    : await rateLimitKey(request, settings);
  if (!(await passesEdge(edge.limits, call, visitor))) return WINDOW_SECONDS;
  const now = clock();
  const rate = { limit: settings[limitedCalls[call]], seconds: WINDOW_SECONDS };
  const wait = await rateLimit(db, `${call} ${visitor}`, rate, now);
  if (wait !== undefined) return wait;
  if (call === "links") return takeLinkOfDay(db, settings, request, now);
  // What all visitors together begin, the sweep must be able to end; and Spotify answers us only so often.
  const shared = {
    uploads: { limit: settings.LIMIT_UPLOADS_PER_HOUR, seconds: 3_600 },
    lookups: { limit: settings.LIMIT_ALL_LOOKUPS_PER_MINUTE, seconds: WINDOW_SECONDS },
  };
  if (call !== "uploads" && call !== "lookups") return undefined;
  return limitShared({ db, settings }, request, call, shared[call], now);
}

/**
 * Takes a turn of what all visitors have together. Nobody has all of it, whatever they come with: each network
 * has its share, and what somebody is refused counts for no other.
 * @param name what is counted.
 */
export async function limitShared(
  { db, settings }: { db: Database; settings: Secret },
  request: Request,
  name: string,
  rate: { limit: number; seconds: number },
  now: Date,
): Promise<number | undefined> {
  const place = await visitorNetworks(request, settings);
  const house = `${name} house`;
  if (!place) return rateLimit(db, house, rate, now);
  const keys = { global: house, ownKey: `${name} site:${place.site}` };
  return rateLimitFairShare(db, keys, { ...rate, divisor: SHARE_DIVISOR }, now);
}

/** A draft counts for itself in a minute; who opens others for that has no more links in a day. */
async function takeLinkOfDay(db: Database, settings: Settings, request: Request, now: Date) {
  const place = await visitorNetworks(request, settings);
  const rate = { limit: settings.LIMIT_LINKS_PER_DAY, seconds: MAX_WINDOW_SECONDS };
  return rateLimit(db, `links day home:${place?.home ?? "local"}`, rate, now);
}
