import { and, eq, gt, gte, lt, notExists, type SQL, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { type ClientNetworks, networksKey, siteKeyRange } from "~/platform/rate/client-network";
import { withinFairShareSql } from "~/platform/rate/rate-limit.server";
import { draftKeys, drafts } from "../submission-tables.server";
import { EMPTY_DRAFT_DAYS } from "./draft-days";
import { isOpenDraftSql } from "./draft-store.server";

/** How many drafts there may be. */
export interface DraftLimits {
  /** In all, begun and neither submitted nor over. */
  open: number;
  /** From one household or company in 24 hours. */
  perDay: number;
}

/** Who opens a draft, and when; nothing is counted for whoever comes from nowhere. */
interface OpenRequest {
  place: ClientNetworks | undefined;
  now: Date;
}

/** By this a network has its share: alone it gets 1,300 of 30,000, and twenty leave half. */
const SHARE_DIVISOR = 20;

const isEmptySql = and(
  // Of a text that fills pages, this reads none of them.
  sql`octet_length(${drafts.answers}) = 2`,
  // The table is another room's.
  notExists(
    sql`(SELECT 1 FROM uploads WHERE uploads.draft_id = ${drafts.id}
      AND uploads.state IN ('open', 'complete'))`,
  ),
  // Whoever made a link was told how long it works.
  notExists(sql`(SELECT 1 FROM ${draftKeys} WHERE ${draftKeys.draftId} = ${drafts.id})`),
);

/** Drafts that were opened a day ago and have stayed empty, which says `{}` of their answers. */
export const unusedDraftsSql = (now: Date) =>
  and(isOpenDraftSql, lt(drafts.createdAt, addDays(now, -EMPTY_DRAFT_DAYS).toISOString()), isEmptySql);

const countDraftsSql = (condition: SQL | undefined) => sql`(SELECT count(*) FROM ${drafts} WHERE ${condition})`;

/** The open drafts that count, also where the sweep has not come to those that were left empty. */
const countUsedSql = (now: Date) =>
  sql`(${countDraftsSql(isOpenDraftSql)} - ${countDraftsSql(unusedDraftsSql(now))})`;

/** The open drafts of a network; none where it is not known. */
function countOfNetworkSql({ place }: OpenRequest): SQL {
  if (!place) return sql`0`;
  const { from, to } = siteKeyRange(place);
  return countDraftsSql(and(gte(drafts.visitor, from), lt(drafts.visitor, to), isOpenDraftSql));
}

/**
 * That one more draft fits, and one more of its network. What is open is counted first, which an index
 * answers; only where that is too much, what of it was left empty.
 */
export function hasDraftCapacitySql(opening: OpenRequest, maxOpen: number): SQL {
  const openInNetwork = countOfNetworkSql(opening);
  const fitsSql = (all: SQL) => withinFairShareSql(openInNetwork, all, maxOpen, SHARE_DIVISOR);
  return sql`(${fitsSql(countDraftsSql(isOpenDraftSql))} OR ${fitsSql(countUsedSql(opening.now))})`;
}

const isOpenedToday = (place: ClientNetworks, now: Date) =>
  and(eq(drafts.visitor, networksKey(place)), gt(drafts.createdAt, addDays(now, -1).toISOString()));

/** That a household or a company has not opened as many today as it may. */
export function underDailyDraftLimitSql({ place, now }: OpenRequest, perDay: number): SQL {
  return place ? sql`${countDraftsSql(isOpenedToday(place, now))} < ${perDay}` : sql`true`;
}

/** Whether there are so many open drafts that no more are opened. */
export async function isFull(db: Database, maxOpen: number, now: Date): Promise<boolean> {
  if ((await db.$count(drafts, isOpenDraftSql)) < maxOpen) return false;
  const usage = await db.get<{ used: number }>(sql`SELECT ${countUsedSql(now)} AS used`);
  return (usage?.used ?? 0) >= maxOpen;
}
