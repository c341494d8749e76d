import { allCalls, type Call } from "../hostile/calls";
import { table, type VisitorKind } from "../specification/who-gets-what";
import { BOUNDARY, formBody } from "./form-post";
import { Visitor } from "./visitor";
import type { Visitors } from "./visitors";

export const LETTERS = "a";
/** What is not a letter, and must not cost much more than letters. */
export const SIGNS = {
  blanks: " ",
  tabs: "\t",
  newlines: "\n",
  "combining marks": "\u0301\u0316",
  "zero-width signs": "\u200b",
  "percent signs": "%",
};

/** A form or a call that takes texts, and who may send it. */
export interface TextPost {
  name: string;
  call: Call;
  kind: VisitorKind;
}

const REFUSED = /^(?:40[1345]|302 \/(?:login|staff\/sign-in))$/;
const KINDS: readonly VisitorKind[] = ["artist", "member", "staff", "invited", "nobody"];

/** Every form and call that takes texts, by the routes themselves, in an order that uses nothing up too early. */
export function textPosts(): TextPost[] {
  const calls = new Map(allCalls().map((call) => [`${call.method} ${call.path}`, call]));
  return Object.entries(table).flatMap(([name, row]) => {
    const call = calls.get(name);
    if (!call || !["form", "json", "multipart"].includes(call.body)) return [];
    const kind = KINDS.find((candidate) => !REFUSED.test(row[candidate])) ?? "nobody";
    return leavesOf(call.fields).length > 0 ? [{ name, call, kind }] : [];
  });
}

type Fill = (text: string) => unknown;

/** For each text in a value, the value with another text there. */
function leavesOf(value: unknown): Fill[] {
  if (typeof value === "string") return [(text) => text];
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      leavesOf(item).map(
        (fill): Fill =>
          (text) =>
            value.with(index, fill(text)),
      ),
    );
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    // It says what to do with the others.
    name === "intent"
      ? []
      : leavesOf(item).map(
          (fill): Fill =>
            (text) => ({ ...value, [name]: fill(text) }),
        ),
  );
}

const SIZES = [100_000, 50_000, 15_000, 5_000, 2_000];

function bodyOf(
  { body }: Call,
  fields: unknown,
): [type: string, body: string | Uint8Array<ArrayBuffer>] {
  const pairs: [string, string][] = Object.entries(fields ?? {}).map(([name, value]) => [
    name,
    String(value),
  ]);
  if (body === "json") return ["application/json", JSON.stringify(fields)];
  if (body === "form")
    return ["application/x-www-form-urlencoded", `${new URLSearchParams(pairs)}`];
  return [
    `multipart/form-data; boundary=${BOUNDARY}`,
    formBody(pairs.map(([name, value]) => ({ name, body: value }))),
  ];
}

async function send(everyone: Visitors, { call, kind }: TextPost, fields: unknown) {
  const [type, body] = bodyOf(call, fields);
  const startedAt = performance.now();
  const reply = await new Visitor().send(everyone.address(call.path, call.method), {
    method: call.method,
    headers: { "Content-Type": type, Cookie: everyone.cookies[kind] },
    body,
  });
  await reply.arrayBuffer();
  return { status: reply.status, ms: performance.now() - startedAt };
}

/**
 * Posts a text of 100 KB of a sign in each field in turn, or of as many as the call takes.
 * @param most of the fields.
 * @returns the longest time of a field, and the worst status.
 */
export async function postLongTexts(
  everyone: Visitors,
  post: TextPost,
  sign: string,
  most = Number.POSITIVE_INFINITY,
): Promise<{ status: number; ms: number }> {
  const worst = { status: 0, ms: 0 };
  for (const fill of leavesOf(post.call.fields).slice(0, most))
    for (const size of SIZES) {
      const text = `a${sign.repeat(size / sign.length)}a`;
      const { status, ms } = await send(everyone, post, fill(text));
      worst.ms = Math.max(worst.ms, ms);
      worst.status = Math.max(worst.status, status);
      if (status !== 413) break;
    }
  return worst;
}
