import * as v from "valibot";
import { pageText } from "./page-parts";

/** What somebody was told. */
export interface Answer {
  status: number;
  /** Where it leads; empty where it leads nowhere. */
  location: string;
  isHtml: boolean;
  body: string;
}

const refusalSchema = v.object({
  success: v.literal(false),
  error: v.string(),
});

/** Words of programs, which nobody but programmers understands. */
const RAW =
  /\b(?:TypeError|ReferenceError|RangeError|DOMException|D1_ERROR|SQLITE|Internal Server Error|internal error|Network connection lost|undefined|\[object |NaN)\b|\bat .*\.js:\d+|\bchaos\b/i;

/** Texts that the specification gives. */
const SPECIFIED = ["Error searching for artists", "Failed to create monday.com entry"];

const isSentence = (text: string) =>
  SPECIFIED.includes(text) ||
  (/^[A-Z].*[.!?]$/s.test(text.trim()) && text.trim().split(/\s+/).length >= 3);

/**
 * Whether people understand an answer: a page or a reply of ours, in sentences, and for artists without
 * words of programs. Staff see in the story of a job why it failed.
 * @returns what is wrong with it.
 */
export function findUnclear(
  { status, isHtml, body }: Answer,
  reader: "artist" | "staff",
): string | undefined {
  if (status < 400) return undefined;
  if (isHtml) {
    const text = pageText(body);
    const word = reader === "artist" ? RAW.exec(text)?.[0] : undefined;
    if (word) return `the page says "${word}"`;
    if (!/<h1/.test(body)) return "the page has no heading";
    return /[a-z]{2,}[.!?](?:\s|$)/.test(text) ? undefined : "the page has no sentence";
  }
  const word = RAW.exec(body)?.[0];
  if (word) return `the reply says "${word}"`;
  let data: unknown;
  try {
    data = JSON.parse(body);
  } catch {
    return "the reply is neither a page nor JSON";
  }
  const refusal = v.safeParse(refusalSchema, data);
  if (!refusal.success) return "the reply has no error text";
  return isSentence(refusal.output.error) ? undefined : "the error text is no sentence";
}

/** Reads a whole response. */
export async function readAnswer(response: Response): Promise<Answer> {
  return {
    status: response.status,
    location: response.headers.get("Location") ?? "",
    isHtml: response.headers.get("Content-Type")?.startsWith("text/html") ?? false,
    body: await response.text(),
  };
}
