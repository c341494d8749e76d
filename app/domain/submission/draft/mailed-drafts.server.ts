import { and, desc, eq, getTableColumns, gt, isNull } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { draftKeys, drafts } from "../submission-tables.server";
import type { Draft } from "./draft";
import { parseDraftRow } from "./draft-store.server";

/** The live drafts of which a link was mailed to this address, the newest first. */
export async function draftsMailedTo(
  db: Database,
  mailedTo: string,
  now: Date,
  limit: number,
): Promise<Draft[]> {
  const rows = await db
    .selectDistinct(getTableColumns(drafts))
    .from(draftKeys)
    .innerJoin(drafts, eq(drafts.id, draftKeys.draftId))
    .where(
      and(
        eq(draftKeys.mailedTo, mailedTo),
        isNull(drafts.submittedAt),
        gt(drafts.expiresAt, now.toISOString()),
      ),
    )
    .orderBy(desc(drafts.updatedAt))
    .limit(limit);
  return rows.map(parseDraftRow);
}
