import type { Attack } from "./attack";
import { naughtyStrings } from "./naughty-strings";

/** The response to an attack. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
  ms: number;
}

/** The longest permitted response time. */
export const PATIENCE_MS = 10_000;

/** What no reply may reveal: paths of code, names in code, SQL. */
const INTERNALS = [
  /\bat [\w.<>$ ]+ \(?[^\s()]+:\d+:\d+\)?/,
  /node_modules|\.server\.ts|webpack|wrangler|workerd|miniflare/i,
  /file:\/\/|\/(?:home|root|usr|tmp|var|opt|work)\/\w/,
  /D1_ERROR|SQLITE_\w+|no such (?:table|column)|near "[^"]*": syntax error/,
  /\bselect\b.{1,80}\bfrom\b|\binsert into\b|\bupdate \w+ set\b/i,
  /(?:Type|Reference|Range|Syntax)Error\b|is not a function|of undefined|ValiError/,
  /SIGNING_SECRET|PRIVATE KEY/,
];

/** Dots in a path are resolved before the site sees it. */
function isCall({ path }: Attack): boolean {
  const base = "http://site.example";
  const { pathname } = URL.canParse(path, base) ? new URL(path, base) : { pathname: path };
  return /^\/(?:api|files)(?:\/|$)/.test(pathname) && /^\/(?:api|files)(?:\/|\?|$)/.test(path);
}

function jsonFault({ status, headers, body }: Answer): string | undefined {
  if (!headers["content-type"]?.startsWith("application/json")) return "no JSON under the API";
  try {
    const { success, valid, error, message } = JSON.parse(body);
    const hasMessage = typeof error === "string" || typeof message === "string";
    const refuses = success === false || valid === false;
    return status < 400 || (hasMessage && refuses) ? undefined : "a refusal without a sentence";
  } catch {
    return "broken JSON under the API";
  }
}

/**
 * What is wrong with an answer; undefined when nothing is wrong.
 * @param secrets texts of other visitors that no answer may contain.
 */
export function findFault(
  attack: Attack,
  answer: Answer,
  secrets: readonly string[],
): string | undefined {
  const { status, body, ms, headers } = answer;
  if (status >= 500)
    return `status ${status}${headers["x-request-id"] === undefined ? ", of no worker's own making" : ""}`;
  if (ms > PATIENCE_MS) return `${ms} ms`;
  if (secrets.some((secret) => body.includes(secret))) return "what belongs to somebody else";
  if (headers["x-injected"] !== undefined) return "a header that was sent in";
  // An answer may repeat what the attacker has sent, now or before; only other texts are leaks.
  const sentTexts = [`${attack.path} ${attack.body}`, ...naughtyStrings];
  const answerText = status < 400 && headers["content-type"]?.includes("html") ? undefined : body;
  const leak = INTERNALS.map((pattern) => pattern.exec(answerText ?? "")?.[0]).find(
    (match) => match !== undefined && !sentTexts.some((text) => text.includes(match)),
  );
  if (leak !== undefined) return `internals: ${leak.slice(0, 80)}`;
  const bare = status === 204 || status === 304 || status === 416 || attack.method === "HEAD";
  return isCall(attack) && !bare && status >= 400 ? jsonFault(answer) : undefined;
}
