import { and, asc, eq, sql } from "drizzle-orm";
import { staffViews } from "~/domain/access/staff/desk-tables.server";
import { type Database, rowValues } from "~/platform/database.server";
import type { DeskDeps } from "./assign-item.server";
import { MAX_VIEWS, type ViewInput } from "./saved-view";

export interface SavedView extends ViewInput {
  id: string;
}

/** The saved views of a member of staff, oldest first. */
export function listViews(db: Database, staffId: string): Promise<SavedView[]> {
  const { id, name, query } = staffViews;
  return db
    .select({ id, name, query })
    .from(staffViews)
    .where(eq(staffViews.staffId, staffId))
    .orderBy(asc(id));
}

/** Saves a view; one of the same name is replaced. @returns false if there are too many. */
export async function saveView(
  { db, clock, ids }: DeskDeps,
  staffId: string,
  { name, query }: ViewInput,
): Promise<boolean> {
  const now = clock();
  const row = { id: ids.next(now), staffId, name, query, createdAt: now.toISOString() };
  const ownViews = sql`staff_views AS own WHERE own.staff_id = ${staffId}`;
  const rows = await db
    .insert(staffViews)
    .select(
      sql`SELECT ${rowValues(staffViews, row)} WHERE (SELECT count(*) FROM ${ownViews}) < ${MAX_VIEWS}
        OR EXISTS (SELECT 1 FROM ${ownViews} AND own.name = ${name})`,
    )
    .onConflictDoUpdate({
      target: [staffViews.staffId, staffViews.name],
      set: { query: sql`excluded.query` },
    })
    .returning({ id: staffViews.id });
  return rows.length > 0;
}

/** Removes one's own view, if it is still there. */
export async function removeView(db: Database, staffId: string, id: string): Promise<void> {
  await db.delete(staffViews).where(and(eq(staffViews.id, id), eq(staffViews.staffId, staffId)));
}
