import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { durationWords } from "~/platform/formats/duration";
import { type EdgeLimits, passesEdge } from "~/platform/rate/edge-limits.server";
import { takeTurn } from "~/platform/rate/take-turn.server";
import type { Settings } from "~/platform/settings";
import { signatureOf } from "~/platform/signed-link";
import { openedDraft, readDraftCookie } from "./draft-cookie.server";

/** An IPv4 address inside an IPv6 one, as both spellings have it. */
const MAPPED = /^(?:0{0,4}:){2,5}ffff:(?:([\d.]+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i;
const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;

/** The first half of an IPv6 address, which one household or device has to itself. */
function network(address: string): string | undefined {
  const [head = "", tail, ...more] = address.split("::");
  if (more.length > 0 || !/^[\da-f:.]+$/i.test(address) || !address.includes(":")) return undefined;
  const groupsOf = (text = "") => (text === "" ? [] : text.split(":"));
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  const left = 8 - before.length - after.length - (address.includes(".") ? 1 : 0);
  const groups = tail === undefined ? before : [...before, ...Array(Math.max(0, left)).fill("0")];
  const first = [...groups, ...after].slice(0, 4);
  if (first.length < 4 || !first.every((group) => /^[\da-f]{1,4}$/i.test(group))) return undefined;
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/**
 * Whom an address counts as: an IPv4 address for itself, also where it is written as IPv6; of an
 * IPv6 address its first 64 bits, since every device has the other 64 to choose from.
 */
export function addressGroup(address: string): string {
  const text = address.trim().slice(0, 60).replace(/%.*$/, "");
  if (IPV4.test(text)) return text;
  const [, dotted, high, low] = MAPPED.exec(text) ?? [];
  if (dotted && IPV4.test(dotted)) return dotted;
  if (high && low) {
    const number = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16);
    return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join(".");
  }
  return network(text) ?? text.toLowerCase();
}

/** The address the edge saw, as {@link addressGroup} has it; undefined locally, where there is none. */
export function addressOf(request: Request): string | undefined {
  const address = request.headers.get("CF-Connecting-IP");
  return address === null ? undefined : addressGroup(address);
}

/** The calls that a visitor may make so often a minute, and the setting that says how often. */
export const limitedCalls = {
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

export interface VisitorTurns {
  /**
   * Takes a turn of a call for the visitor of this request: undefined when it may be made, else the
   * seconds to wait.
   */
  take: (call: LimitedCall) => Promise<number | undefined>;
}

/** For a file that is begun too soon after very many others. @param wait seconds. */
export const tooManyUploadsText = (wait: number) =>
  `Too many uploads were started just now. Wait ${durationWords(wait)}, then try again.`;

/** Of what all together may begin in an hour, the share of one address, or of one network. */
const ONE_ADDRESS = 0.2;

type Secret = Pick<Settings, "SIGNING_SECRET">;

/** The visitor's address as a hash, for what is stored; undefined where there is none. */
export async function addressHash(
  request: Request,
  { SIGNING_SECRET: secret }: Secret,
): Promise<string | undefined> {
  const address = addressOf(request);
  return address && (await signatureOf(secret, `address\n${address}`)).slice(0, 32);
}

/**
 * Who a request counts as: who has opened a draft for that draft, wherever they are, since a school
 * or a studio is many people behind one address; anybody else for their address.
 */
export async function visitorName(request: Request, settings: Secret): Promise<string> {
  const draftId = openedDraft(await readDraftCookie(request, settings.SIGNING_SECRET));
  if (draftId !== undefined) return `draft:${draftId}`;
  return `address:${(await addressHash(request, settings)) ?? "local"}`;
}

/** What counts the calls of visitors: the platform, where it has a limit for a call, and D1. */
export interface Counters {
  db: Database;
  settings: Settings;
  clock: Clock;
  edgeLimits: EdgeLimits;
}

/**
 * Takes one turn of a call for the visitor that makes a request. Where the platform has a limit for
 * it, that is asked first: a flood ends there, and never reaches the database.
 * @returns undefined when the call may be made; else the seconds to wait.
 */
export async function takeCall(
  { db, settings, clock, edgeLimits }: Counters,
  request: Request,
  call: LimitedCall,
): Promise<number | undefined> {
  const visitor = BY_ADDRESS.has(call)
    ? `address:${(await addressHash(request, settings)) ?? "local"}`
    : await visitorName(request, settings);
  if (!(await passesEdge(edgeLimits, call, visitor))) return WINDOW_SECONDS;
  const now = clock();
  const rate = { limit: settings[limitedCalls[call]], seconds: WINDOW_SECONDS };
  const wait = await takeTurn(db, `${call} ${visitor}`, rate, now);
  if (wait !== undefined || call !== "uploads") return wait;
  // What all visitors together begin, the sweep must be able to end; of that nobody has all, whatever
  // they begin it with, and what somebody is refused counts for no other.
  const [hourly, seconds] = [settings.LIMIT_UPLOADS_PER_HOUR, 3_600];
  const address = await addressHash(request, settings);
  const own = { limit: Math.ceil(hourly * ONE_ADDRESS), seconds };
  const beyond = address && (await takeTurn(db, `uploads hour address:${address}`, own, now));
  return beyond || takeTurn(db, "uploads house", { limit: hourly, seconds }, now);
}
