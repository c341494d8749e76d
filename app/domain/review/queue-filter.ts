import * as v from "valibot";
import { INVITED } from "~/domain/access/entry-status";
import { submissionStatuses } from "~/domain/submission/record/board-labels";
import { inOneLine } from "~/forms/fields";
import { searchTokens } from "~/platform/formats/fold-text";

export const reviewKinds = ["submission", "waiting"] as const;
export type ReviewKind = (typeof reviewKinds)[number];

export const kindLabels: Readonly<Record<ReviewKind, string>> = {
  submission: "Submission",
  waiting: "Waiting list",
};

export const reviewStatuses = [...submissionStatuses, INVITED] as const;

/** A search returns at most so many of the latest entries. */
export const MAX_SEARCH_RESULTS = 500;
/** Counts of overdue and assigned entries stop here. */
export const MAX_COUNT = 100;

/** In characters; the rest is ignored. */
const MAX_SEARCH = 100;

const flag = v.fallback(
  v.pipe(
    v.string(),
    v.transform((text) => text !== ""),
  ),
  false,
);
const optionalChoice = <T extends string>(values: readonly T[]) =>
  v.fallback(v.picklist(["", ...values]), "");

/** A filter from a query string; unknown values are ignored. */
const filterSchema = v.object({
  q: v.fallback(
    v.pipe(
      v.string(),
      v.transform((text) => inOneLine(text).replace(/\s+/g, " ").slice(0, MAX_SEARCH)),
    ),
    "",
  ),
  status: optionalChoice(reviewStatuses),
  kind: optionalChoice(reviewKinds),
  overdue: flag,
  mine: flag,
});

/** Empty texts do not filter. */
export type QueueFilter = v.InferOutput<typeof filterSchema>;

export interface QueueCursor {
  orderKey: string;
  id: string;
}

export function readFilter(params: URLSearchParams): QueueFilter {
  return v.parse(filterSchema, Object.fromEntries(params));
}

/** Query string without the question mark; empty without filters. */
export function filterQuery({ q, status, kind, overdue, mine }: QueueFilter): string {
  const texts = Object.entries({ q, status, kind }).filter(([, text]) => text !== "");
  const flags = Object.entries({ overdue, mine }).flatMap(([name, isOn]) =>
    isOn ? [[name, "1"]] : [],
  );
  return new URLSearchParams([...texts, ...flags]).toString();
}

export const serializeCursor = ({ orderKey, id }: QueueCursor) => `${orderKey}~${id}`;

/** Undefined for an invalid cursor. */
export function parseCursor(text: string | null): QueueCursor | undefined {
  const [, orderKey, id] = /^([01][\w:.-]{1,40})~([\w-]{1,64})$/.exec(text ?? "") ?? [];
  return orderKey && id ? { orderKey, id } : undefined;
}

interface SearchTerms {
  /** Words of three letters and more match anywhere. */
  long: string[];
  /** Shorter ones match the beginning of a word. */
  short: string[];
}

/** All words must match. */
export function searchTerms(q: string): SearchTerms {
  const words = [...new Set(searchTokens(q))];
  const isLong = (word: string) => [...word].length > 2;
  // Punctuation is in no index.
  const isWord = (word: string) => /[\p{L}\p{N}]/u.test(word);
  const short = words.filter((word) => !isLong(word) && isWord(word));
  return { long: words.filter(isLong), short };
}

/** Quotes words for FTS5. */
export const ftsQuery = (words: readonly string[], ending = "") =>
  words.map((word) => `"${word.replaceAll('"', '""')}"${ending}`).join(" ");
