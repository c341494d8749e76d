import * as v from "valibot";
import { submissionStatuses } from "~/board/board-labels";
import { INVITED } from "~/entry/entry-status";
import { inOneLine } from "~/forms/fields";
import { searchTokens } from "~/platform/formats/fold-text";

/** What an entry of the review queue is. */
export const reviewKinds = ["submission", "waiting"] as const;
export type ReviewKind = (typeof reviewKinds)[number];

/** What an entry is called where staff read it. */
export const kindLabels: Readonly<Record<ReviewKind, string>> = {
  submission: "Submission",
  waiting: "Waiting list",
};

/** The statuses that entries of the queue have. */
export const reviewStatuses = [...submissionStatuses, INVITED] as const;

/** A search gives the latest so many: whoever finds more than that has to say more. */
export const MAX_SEARCH_RESULTS = 500;
/** How far what is overdue, or mine, is counted. */
export const MAX_COUNT = 100;

/** More than any name; what is typed beyond it is not looked at. In characters. */
const MAX_SEARCH = 100;

const flag = v.fallback(
  v.pipe(
    v.string(),
    v.transform((text) => text !== ""),
  ),
  false,
);
const none = <T extends string>(of: readonly T[]) => v.fallback(v.picklist(["", ...of]), "");

/** A filter as an address has it: what it does not know is passed over. */
const filterSchema = v.object({
  q: v.fallback(
    v.pipe(
      v.string(),
      v.transform((text) => inOneLine(text).replace(/\s+/g, " ").slice(0, MAX_SEARCH)),
    ),
    "",
  ),
  status: none(reviewStatuses),
  kind: none(reviewKinds),
  overdue: flag,
  mine: flag,
});

/** Which entries of the queue are shown; empty texts leave nothing out. */
export type QueueFilter = v.InferOutput<typeof filterSchema>;

/** Where a page of the queue begins or ends: the place of one of its entries. */
export interface QueueCursor {
  orderKey: string;
  id: string;
}

/** The filter that an address asks for. */
export function readFilter(params: URLSearchParams): QueueFilter {
  return v.parse(filterSchema, Object.fromEntries(params));
}

/** The same as the query of an address, without the question mark; empty where all is shown. */
export function filterQuery({ q, status, kind, overdue, mine }: QueueFilter): string {
  const texts = Object.entries({ q, status, kind }).filter(([, text]) => text !== "");
  const flags = Object.entries({ overdue, mine }).flatMap(([name, on]) =>
    on ? [[name, "1"]] : [],
  );
  return new URLSearchParams([...texts, ...flags]).toString();
}

/** A place as an address carries it. */
export const serializeCursor = ({ orderKey, id }: QueueCursor) => `${orderKey}~${id}`;

/** The place that an address names; undefined where it names none. */
export function parseCursor(text: string | null): QueueCursor | undefined {
  const [, orderKey, id] = /^([01][\w:.-]{1,40})~([\w-]{1,64})$/.exec(text ?? "") ?? [];
  return orderKey && id ? { orderKey, id } : undefined;
}

/** A search as the two indexes of names take it. */
interface SearchWords {
  /** Words of three letters and more, which are found anywhere. */
  long: string[];
  /** Shorter ones: found where a word begins with them. */
  short: string[];
}

/** The words of a search: each of them has to be found. */
export function searchWords(q: string): SearchWords {
  const words = [...new Set(searchTokens(q))];
  const isLong = (word: string) => [...word].length > 2;
  // A sign or two are no word: no index has them.
  const isWord = (word: string) => /[\p{L}\p{N}]/u.test(word);
  const short = words.filter((word) => !isLong(word) && isWord(word));
  return { long: words.filter(isLong), short };
}

/** Words as FTS5 takes them, whatever characters are in them. */
export const ftsQuery = (words: readonly string[], ending = "") =>
  words.map((word) => `"${word.replaceAll('"', '""')}"${ending}`).join(" ");
