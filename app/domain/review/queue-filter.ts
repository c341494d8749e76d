import * as v from "valibot";
import { CATALOGUE_TRANSFER } from "~/domain/submission/record/release-name";
import { releaseTypeLabels } from "~/domain/submission/record/type-labels";
import { singleLineUpTo } from "~/forms/fields";
import { searchTokens } from "~/platform/formats/fold-text";
import { primaryGenres } from "~/reference/primary-genres";
import { INITIAL_STATUS, INVITED, openStatuses, submissionStatuses } from "~/reference/statuses";

export const reviewKinds = ["submission", "waiting"] as const;
export type ReviewKind = (typeof reviewKinds)[number];

export const kindLabels: Readonly<Record<ReviewKind, string>> = {
  submission: "Submission",
  waiting: "Waiting list",
};

export const reviewStatuses = [...submissionStatuses, INVITED] as const;

export const queueViews = ["waiting", "waiting-list", "artist", "all"] as const;
export type QueueView = (typeof queueViews)[number];

export const viewLabels: Readonly<Record<QueueView, string>> = {
  waiting: "For us",
  "waiting-list": "Waiting list",
  artist: "For the artist",
  all: "All",
};

const releaseTypes = ["single", "ep", "lp", "transfer"] as const;
export const queueTypeLabels = { ...releaseTypeLabels, transfer: CATALOGUE_TRANSFER } as const;

const entries = ["open", "invited", "returning"] as const;
export const entryLabels = {
  open: "Open form",
  invited: "Invited",
  returning: "Returning",
} as const;

const sorts = ["due", "received", "release"] as const;
export type QueueSort = (typeof sorts)[number];
export const sortLabels: Readonly<Record<QueueSort, string>> = {
  due: "Reply due",
  received: "Received, newest first",
  release: "Release date",
};

/** A search returns at most so many of the latest entries. */
export const MAX_SEARCH_RESULTS = 500;
/** Counts of overdue and assigned entries stop here. */
export const MAX_COUNT = 100;
/** Counts of views stop here. */
export const MAX_VIEW_COUNT = 1_000;
/** Entries that one form sets a status for. */
export const MAX_CHOSEN = 500;

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
  q: v.pipe(
    singleLineUpTo(MAX_SEARCH),
    v.transform((text) => text.replace(/\s+/g, " ").slice(0, MAX_SEARCH)),
  ),
  view: optionalChoice(queueViews),
  status: optionalChoice(reviewStatuses),
  kind: optionalChoice(reviewKinds),
  type: optionalChoice(releaseTypes),
  genre: optionalChoice(primaryGenres),
  entry: optionalChoice(entries),
  overdue: flag,
  mine: flag,
  findings: flag,
  shortlist: flag,
  snoozed: flag,
  sort: v.fallback(v.picklist(sorts), "due"),
});

/** Empty texts do not filter. */
export type QueueFilter = v.InferOutput<typeof filterSchema>;

/** A position in the queue: the value that it is sorted by, and an id. */
export interface QueueCursor {
  key: string;
  id: string;
}

export function readFilter(params: URLSearchParams): QueueFilter {
  return v.parse(filterSchema, Object.fromEntries(params));
}

/** Query string without the question mark; empty without filters. */
export function filterQuery({ sort, ...filter }: QueueFilter): string {
  const values = Object.entries({ ...filter, sort: sort === "due" ? "" : sort });
  const pairs = values.flatMap(([name, value]) =>
    value ? [[name, value === true ? "1" : value]] : [],
  );
  return new URLSearchParams(pairs).toString();
}

const statusesOfView: Readonly<Record<QueueView, readonly string[] | undefined>> = {
  waiting: openStatuses,
  "waiting-list": [INITIAL_STATUS],
  artist: openStatuses,
  all: undefined,
};

/**
 * The view of a filter. Searches, and addresses that filter without naming a view, show all entries; so
 * does a status that the view has not.
 */
export function viewOf(filter: QueueFilter): QueueView {
  const { q, view, status, kind, overdue, mine, snoozed } = filter;
  if (q || snoozed || view === "all") return "all";
  if (view === "") return status || kind || overdue || mine ? "all" : "waiting";
  if (kind || (status && !statusesOfView[view]?.includes(status))) return "all";
  return view;
}

export const serializeCursor = ({ key, id }: QueueCursor) => `${key}~${id}`;

/** Undefined for an invalid cursor. */
export function parseCursor(text: string | null): QueueCursor | undefined {
  const [, key, id] =
    /^([01]?\d{4}-\d{2}-\d{2}[\w:.-]{0,30})~([\w-]{1,64})$/.exec(text ?? "") ?? [];
  return key && id ? { key, id } : undefined;
}

/** All words must match. */
export function searchTerms(q: string) {
  const words = [...new Set(searchTokens(q))];
  const isLong = (word: string) => [...word].length > 2;
  // Punctuation is in no index.
  const isWord = (word: string) => /[\p{L}\p{N}]/u.test(word);
  const short = words.filter((word) => !isLong(word) && isWord(word));
  return {
    /** Words of three letters and more match anywhere. */
    long: words.filter(isLong),
    /** Shorter ones match the beginning of a word. */
    short,
  };
}

/** Quotes words for FTS5. */
export const ftsQuery = (words: readonly string[], ending = "") =>
  words.map((word) => `"${word.replaceAll('"', '""')}"${ending}`).join(" ");
