import { sql } from "drizzle-orm";
import type { SlotVersions } from "~/domain/uploads/upload";
import type { Database } from "~/platform/database.server";

/** As {@link draftVersion}, of a draft that was read with its files. */
export function versionOfLoaded({ version }: { version: number }, slotVersions: SlotVersions) {
  const files = Object.values(slotVersions).reduce((sum, one) => sum + one, 0);
  return `${version}.${files}`;
}

/**
 * The version of a draft as a whole: that of its answers and that of its files, such as "12.7". Both
 * count up with each change, so that equal ones mean that nothing has changed.
 */
export async function draftVersion(db: Database, draftId: string): Promise<string> {
  const row = await db.get<{ version: string }>(sql`SELECT
    coalesce((SELECT drafts.version FROM drafts WHERE drafts.id = ${draftId}), 0) || '.' ||
    coalesce((SELECT sum(slots.version) FROM slots WHERE slots.draft_id = ${draftId}), 0) AS "version"`);
  return row?.version ?? "0.0";
}
