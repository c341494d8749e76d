import { and, eq, gt, gte, lt, notExists, type SQL, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { type ClientNetworks, networksKey, siteKeyRange } from "~/platform/rate/client-network";
import { withinFairShareSql } from "~/platform/rate/rate-limit.server";
import { draftKeys, drafts } from "../submission-tables.server";
import { EMPTY_DRAFT_DAYS } from "./draft-days";
import { isOpenDraftSql } from "./draft-store.server";

export interface DraftLimits {
  /** All open drafts together. */
  open: number;
  /** From one household or company in 24 hours. */
  perDay: number;
}

/** Without a `place` nothing is counted for its network. */
interface OpenRequest {
  place: ClientNetworks | undefined;
  now: Date;
}

/** Fair share of a network: alone it gets 1,300 of 30,000; twenty networks leave half. */
const SHARE_DIVISOR = 20;

const isEmptySql = and(
  // `octet_length` does not read the pages of a long text.
  sql`octet_length(${drafts.answers}) = 2`,
  // Table of another room.
  notExists(
    sql`(SELECT 1 FROM uploads WHERE uploads.draft_id = ${drafts.id}
      AND uploads.state IN ('open', 'complete'))`,
  ),
  // A draft with a link lives as long as the link says.
  notExists(sql`(SELECT 1 FROM ${draftKeys} WHERE ${draftKeys.draftId} = ${drafts.id})`),
);

export const unusedDraftsSql = (now: Date) =>
  and(
    isOpenDraftSql,
    lt(drafts.createdAt, addDays(now, -EMPTY_DRAFT_DAYS).toISOString()),
    isEmptySql,
  );

const countDraftsSql = (condition: SQL | undefined) =>
  sql`(SELECT count(*) FROM ${drafts} WHERE ${condition})`;

/** Open drafts without unused ones that the sweep has not removed yet. */
const countUsedSql = (now: Date) =>
  sql`(${countDraftsSql(isOpenDraftSql)} - ${countDraftsSql(unusedDraftsSql(now))})`;

function countOfNetworkSql({ place }: OpenRequest): SQL {
  if (!place) return sql`0`;
  const { from, to } = siteKeyRange(place);
  return countDraftsSql(and(gte(drafts.visitor, from), lt(drafts.visitor, to), isOpenDraftSql));
}

/**
 * The condition that one more draft fits, in all and for its network. The count that an index
 * answers comes first; only above the limit are unused drafts left out.
 */
export function hasDraftCapacitySql(opening: OpenRequest, maxOpen: number): SQL {
  const openInNetwork = countOfNetworkSql(opening);
  const fitsSql = (all: SQL) => withinFairShareSql(openInNetwork, all, maxOpen, SHARE_DIVISOR);
  return sql`(${fitsSql(countDraftsSql(isOpenDraftSql))} OR ${fitsSql(countUsedSql(opening.now))})`;
}

const isOpenedToday = (place: ClientNetworks, now: Date) =>
  and(eq(drafts.visitor, networksKey(place)), gt(drafts.createdAt, addDays(now, -1).toISOString()));

/** The condition that a household or company is under its limit for a day. */
export function underDailyDraftLimitSql({ place, now }: OpenRequest, perDay: number): SQL {
  return place ? sql`${countDraftsSql(isOpenedToday(place, now))} < ${perDay}` : sql`true`;
}

export async function isFull(db: Database, maxOpen: number, now: Date): Promise<boolean> {
  if ((await db.$count(drafts, isOpenDraftSql)) < maxOpen) return false;
  const usage = await db.get<{ used: number }>(sql`SELECT ${countUsedSql(now)} AS used`);
  return (usage?.used ?? 0) >= maxOpen;
}
