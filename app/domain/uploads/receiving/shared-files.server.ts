import { and, eq, getTableColumns, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database, Statement } from "~/platform/database.server";
import type { Upload } from "../upload";
import { slots, uploads } from "./upload-tables.server";

/**
 * Gives a draft the files of a submission, as new uploads of the same objects: see {@link
 * keysUsedElsewhere}.
 * @param files upload ids of the submission, and their new ids.
 * @param condition for the batch.
 */
export function shareFilesStatements(
  db: Database,
  files: readonly { from: string; to: string }[],
  draftId: string,
  { at, condition }: { at: Date; condition: SQL },
): Statement[] {
  const timestamp = at.toISOString();
  const column = (name: string) => sql.raw(`held.${name}`);
  const columns = getTableColumns(uploads);
  const row: Partial<Record<keyof typeof columns, SQL>> = {
    id: sql`json_extract(pair.value, '$.to')`,
    draftId: sql`${draftId}`,
    origin: sql`coalesce(held.origin, held.id)`,
    choice: sql`json_extract(pair.value, '$.to')`,
    createdAt: sql`${timestamp}`,
    updatedAt: sql`${timestamp}`,
  };
  const names = Object.keys(columns) as (keyof typeof columns)[];
  const values = sql.join(
    names.map((name) => row[name] ?? column(columns[name].name)),
    sql`, `,
  );
  return [
    db.insert(uploads).select(
      sql`SELECT ${values} FROM json_each(${JSON.stringify(files)}) AS pair
        JOIN uploads AS held ON held.id = json_extract(pair.value, '$.from') AND held.state = 'complete'
        WHERE ${condition}`,
    ),
    db.insert(slots).select(
      sql`SELECT own.draft_id, own.slot, 1, own.choice, own.id, ${timestamp}, own.choice FROM uploads AS own
        WHERE own.draft_id = ${draftId} AND own.state = 'complete' AND ${condition}`,
    ),
  ];
}

/**
 * Keys of an upload that other uploads use as well; the last one deletes them. Only a submission's
 * files are shared, and those are not removed before it, so nobody shares a file that is being
 * deleted.
 */
export async function keysUsedElsewhere(
  db: Database,
  { id, origin }: Pick<Upload, "id" | "origin">,
): Promise<ReadonlySet<string>> {
  const root = origin ?? id;
  const { key, preview } = uploads;
  const others = await db
    .select({ key, preview })
    .from(uploads)
    .where(
      and(
        or(eq(uploads.origin, root), eq(uploads.id, root)),
        ne(uploads.id, id),
        eq(uploads.state, "complete"),
      ),
    );
  return new Set(
    others.flatMap((upload) => [upload.key, ...(upload.preview ? [upload.preview] : [])]),
  );
}
