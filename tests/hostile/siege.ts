import { outputLines } from "../support/app-under-test";
import { createDraftAt, SONG } from "../support/drafts";
import { isFromLocalProxy } from "../support/seen-events";
import type { Visitor } from "../support/visitor";
import { type Attack, createAttack, type Own } from "./attack";
import { allCalls } from "./calls";
import { findFault, PATIENCE_MS } from "./judge";
import { seededRandom } from "./random";
import { send } from "./send";

/** A request that had a problem, and the problem. */
export interface Finding {
  number: number;
  fault: string;
  request: string;
  reply: string;
}

/**
 * The results: requests by status (0: cut off), how many the local proxy lost on the way to a worker,
 * the slowest, and the problems.
 */
interface Siege {
  statuses: Record<string, number>;
  lostCount: number;
  slowestMs: number;
  findings: Finding[];
}

/** How many requests run at a time. */
const LANES = 6;
/** Requests per visitor; then a new visitor takes over, with their own limits. */
const A_VISITOR = 40;

/** How often a request is repeated that the local proxy lost before a worker saw it. */
const TRIES = 4;

/** Whether the workers' log says that a request failed or was answered with a 5xx. */
const failedByLog = (name: string) =>
  outputLines().some((line) => line.includes(name) && /"level":"error"|"status":5\d\d/.test(line));

/**
 * Sends an attack. An error of the local proxy does not count as our answer, unless the workers' log
 * says that the request failed, or every try gets that error: a worker that crashes without a log line
 * does so each time.
 * @returns the answer, and how often the proxy lost the request before.
 */
async function sendAttack(url: URL, attack: Attack, address: string) {
  for (let lostCount = 0; ; lostCount++) {
    // This header identifies the request in the log.
    const name = crypto.randomUUID();
    const headers = { "CF-Ray": name, ...attack.headers };
    const answer = await send(url, { ...attack, headers }, address);
    const body = attack.method === "HEAD" ? undefined : answer?.body;
    const proxys = answer && isFromLocalProxy(answer.status, answer.headers["x-request-id"], body);
    if (!proxys || lostCount + 1 === TRIES || failedByLog(headers["CF-Ray"]))
      return { answer, lostCount };
  }
}

/**
 * Sends an attack, and repeats it once when the answer was late or missing: a slow request is slow
 * again, while a busy machine answers in time.
 */
export async function answerTo(
  url: URL,
  attack: Attack,
  address: string,
): ReturnType<typeof sendAttack> {
  const first = await sendAttack(url, attack, address).catch(() => undefined);
  const isInTime = first && (first.answer?.ms ?? 0) <= PATIENCE_MS;
  return isInTime ? first : sendAttack(url, attack, address);
}

/** A visitor whose draft must not appear in any answer. */
async function bystander(): Promise<string[]> {
  const secrets = { artistName: "Canary-Quillfeather", email: "canary-quillfeather@example.org" };
  await createWithRetries("The draft of a bystander", () => createDraftAt("review", secrets));
  return Object.values(secrets);
}

const STEPS = ["artist", "music", "music", "review", "artist", "music"] as const;

const SETUP_TRIES = 8;
const SETUP_PAUSE_MS = 500;

/** Creates what the siege needs. Retries, because the tools around the local runtime may fail under this load. */
export async function createWithRetries<T>(label: string, create: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await create();
    } catch (cause) {
      if (tries === SETUP_TRIES) throw new Error(`${label} cannot be made any more`, { cause });
      await new Promise((resolve) => setTimeout(resolve, tries * SETUP_PAUSE_MS));
    }
  }
}

function createGuest(number: number): Promise<{ visitor: Visitor; own: Own }> {
  const step = STEPS[number % STEPS.length] ?? "artist";
  return createWithRetries(`A draft at the step ${step}`, async () => {
    const visitor = await createDraftAt(step);
    const reply = await visitor.json("/api/cloud-storage/upload-url", { ...SONG, fileSize: 1_000 });
    const { uploadId = "none" } = (await reply.json()) as { uploadId?: string };
    return { visitor, own: { cookie: visitor.cookie, uploadId } };
  });
}

export function asText({ method, path, headers, body }: Attack): string {
  return JSON.stringify({ method, path, headers, body: body.subarray(0, 300).toString() });
}

/** Sends `requests` hostile requests to every page and call in turn. */
export async function besiege(base: string, requests: number, seed: number): Promise<Siege> {
  const calls = allCalls();
  const secrets = await bystander();
  const url = new URL(base);
  const siege: Siege = { statuses: {}, lostCount: 0, slowestMs: 0, findings: [] };
  let nextIndex = 0;
  const attackOnce = async (number: number, { visitor, own }: { visitor: Visitor; own: Own }) => {
    const call = calls[number % calls.length];
    if (!call) return;
    // Each request has its own seed, so the number of parallel requests does not change them.
    const attack = createAttack(call, own, seededRandom(seed * 1_000_003 + number));
    const note = (fault: string, reply: string) =>
      siege.findings.push({ number, fault, request: asText(attack), reply: reply.slice(0, 300) });
    try {
      const { answer, lostCount } = await answerTo(url, attack, visitor.address);
      siege.lostCount += lostCount;
      const status = String(answer?.status ?? 0);
      siege.statuses[status] = (siege.statuses[status] ?? 0) + 1;
      siege.slowestMs = Math.max(siege.slowestMs, answer?.ms ?? 0);
      const fault = answer && findFault(attack, answer, secrets);
      if (answer && fault) note(fault, `${answer.status} ${answer.body}`);
    } catch (error) {
      note(String(error), "");
    }
  };
  const lane = async () => {
    let requestCount = A_VISITOR;
    let guest: Awaited<ReturnType<typeof createGuest>> | undefined;
    for (let number = nextIndex++; number < requests; number = nextIndex++) {
      if (requestCount >= A_VISITOR || !guest) {
        guest = await createGuest(Math.floor(number / A_VISITOR));
        requestCount = 0;
      }
      requestCount += 1;
      await attackOnce(number, guest);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return siege;
}
