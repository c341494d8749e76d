import * as v from "valibot";
import { createDraftAt, SONG } from "../support/drafts";
import type { Visitor } from "../support/visitor";
import type { Attack } from "./attack";
import { allCalls, type Call } from "./calls";
import { findFault } from "./judge";
import { answerTo, asText, createWithRetries, type Finding } from "./siege";

/* Clients that announce more bytes than they send and keep the connection open, silent or with a byte at times. */

/** How many requests run at a time. */
const LANES = 24;
const BOUNDARY = "liar-0123456789";
const MORE_BYTES = 20_000;
/** Enough bytes of a part for some of it to be kept: anything below 16 KiB is dropped. */
const KEPT_BYTES = 17_000;
const DRIPS = [undefined, 900];

interface Lie {
  call: string;
  attack: Attack;
}

const beginning = v.object({ uploadId: v.string() });
const links = v.object({
  urls: v.tuple([v.object({ url: v.string(), piecesUrl: v.string() })]),
});

/** A visitor with an upload in progress, and the links that accept bytes of its only part. */
async function createLiar() {
  const visitor = await createDraftAt("music");
  const file = { ...SONG, fileSize: 2 * MORE_BYTES };
  const uploadReply = await visitor.json("/api/cloud-storage/upload-url", file);
  const { uploadId } = v.parse(beginning, await uploadReply.json());
  const path = `/api/cloud-storage/uploads/${uploadId}/part-urls`;
  const linksReply = await visitor.json(path, { numbers: [1] });
  const [{ url, piecesUrl }] = v.parse(links, await linksReply.json()).urls;
  return { visitor, uploadId, part: url, piece: `${piecesUrl}&offset=0` };
}
type Liar = Awaited<ReturnType<typeof createLiar>>;

const head = (disposition: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n`;

/** Bodies of a form with files that end too early, each at a different place. */
function cutForms(fields: Record<string, unknown>): string[] {
  const pairs = Object.entries(fields);
  const completeBody = pairs
    .map(([name, value]) => `${head(`name="${name}"`)}\r\n${value}\r\n`)
    .join("");
  const file = `${head('name="file"; filename="a.wav"')}Content-Type: audio/wav\r\n\r\nRIFF`;
  return [
    "",
    completeBody.slice(0, completeBody.length / 2),
    `${completeBody}${file}`,
    `${file}\r\n${completeBody}`,
    `${completeBody}--${BOUNDARY}`,
    `${completeBody}--${BOUNDARY}--\r\n`,
  ];
}

function cutBodies({ body, fields }: Call): [type: string, bodies: string[]] {
  if (body === "multipart") return [`multipart/form-data; boundary=${BOUNDARY}`, cutForms(fields)];
  if (body === "bytes")
    return ["application/octet-stream", ["", "x".repeat(100), "x".repeat(KEPT_BYTES)]];
  const text =
    body === "json"
      ? JSON.stringify(fields)
      : `${new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, `${value}`]))}`;
  const type = body === "json" ? "application/json" : "application/x-www-form-urlencoded";
  return [type, [text.slice(0, text.length / 2)]];
}

function toPath({ path }: Call, { uploadId, part, piece }: Liar): string {
  if (path.endsWith("/parts/:number")) return part;
  if (path.endsWith("/pieces")) return piece;
  return path
    .replace(":step", "artist")
    .replace(/:id\b/, uploadId)
    .replace(/:\w+\+?|\*/g, "x");
}

/** The false requests to one call. Requests with a part must state its length. */
function createLies(call: Call, liar: Liar): Lie[] {
  const [type, bodies] = cutBodies(call);
  const isPart = /\/parts\/:number/.test(call.path);
  const headers = { Cookie: liar.visitor.cookie, "Content-Type": type };
  return bodies.flatMap((text) =>
    DRIPS.map((dripMs) => {
      const body = Buffer.from(text);
      const length = isPart ? 2 * MORE_BYTES : body.length + MORE_BYTES;
      const attack = { method: call.method, path: toPath(call, liar), headers, body, length };
      return {
        call: `${call.method} ${call.path}`,
        attack: { ...attack, hangUp: false, ...(dripMs && { dripMs }) },
      };
    }),
  );
}

/** The results: number of requests, the longest time until an answer, and what was wrong. */
interface Lies {
  sentCount: number;
  slowestMs: number;
  findings: Finding[];
  /** The statuses of the answers, by call. */
  statuses: Map<string, Set<number>>;
}

/** All requests, or for each call only the first (silent) and the last (a byte at times). */
type LieChoice = "all" | "first-and-last";

/** Sends such requests to every page and call that takes a body. */
export async function sendLies(
  base: string,
  { choice = "all", lanes = LANES }: { choice?: LieChoice; lanes?: number } = {},
): Promise<Lies> {
  const url = new URL(base);
  const calls = allCalls().filter(({ body, method }) => body !== "none" && method !== "GET");
  const lies: { lie: Lie; visitor: Visitor }[] = [];
  for (const call of calls) {
    const own = await createWithRetries("A liar", createLiar);
    const callLies = createLies(call, own);
    const chosenLies =
      choice === "all" ? callLies : [...new Set([...callLies.slice(0, 1), ...callLies.slice(-1)])];
    lies.push(...chosenLies.map((lie) => ({ lie, visitor: own.visitor })));
  }
  const all: Lies = { sentCount: lies.length, slowestMs: 0, findings: [], statuses: new Map() };
  let nextIndex = 0;
  const lane = async () => {
    for (let number = nextIndex++; number < lies.length; number = nextIndex++) {
      const { lie, visitor } = lies[number] ?? {};
      if (!lie || !visitor) return;
      const note = (fault: string, reply: string) =>
        all.findings.push({ number, fault, request: asText(lie.attack), reply });
      try {
        const { answer } = await answerTo(url, lie.attack, visitor.address);
        all.slowestMs = Math.max(all.slowestMs, answer?.ms ?? 0);
        const seenStatuses = all.statuses.get(lie.call) ?? new Set();
        all.statuses.set(lie.call, seenStatuses.add(answer?.status ?? 0));
        const fault = answer ? findFault(lie.attack, answer, []) : "cut off without an answer";
        if (fault) note(fault, `${answer?.status} ${answer?.body.slice(0, 300)}`);
      } catch (error) {
        note(String(error), "");
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return all;
}
