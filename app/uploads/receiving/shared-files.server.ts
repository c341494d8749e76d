import { and, eq, getTableColumns, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database, Statement } from "~/platform/database.server";
import type { Upload } from "../upload";
import { uploads } from "./upload-tables.server";

/**
 * The statement that gives a draft the files of a submission, without a byte being sent: new uploads
 * that name the same objects. What holds an object is in its rows alone: see {@link keysUsedElsewhere}.
 * @param files the ids of the uploads, and of those they become.
 * @param when a condition on the batch.
 */
export function shareFilesStatement(
  db: Database,
  files: readonly { from: string; to: string }[],
  draftId: string,
  { at, condition }: { at: Date; condition: SQL },
): Statement {
  const timestamp = at.toISOString();
  const column = (name: string) => sql.raw(`held.${name}`);
  const columns = getTableColumns(uploads);
  const row: Partial<Record<keyof typeof columns, SQL>> = {
    id: sql`json_extract(pair.value, '$.to')`,
    draftId: sql`${draftId}`,
    origin: sql`coalesce(held.origin, held.id)`,
    createdAt: sql`${timestamp}`,
    updatedAt: sql`${timestamp}`,
  };
  const names = Object.keys(columns) as (keyof typeof columns)[];
  const values = sql.join(
    names.map((name) => row[name] ?? column(columns[name].name)),
    sql`, `,
  );
  return db.insert(uploads).select(
    sql`SELECT ${values} FROM json_each(${JSON.stringify(files)}) AS pair
      JOIN uploads AS held ON held.id = json_extract(pair.value, '$.from') AND held.state = 'complete'
      WHERE ${condition}`,
  );
}

/**
 * Keys of an upload's objects that other uploads live by as well: who removes it leaves them there. The
 * last one that goes takes them along. A submission's own files are never removed before it, and only
 * they are shared, so nobody begins to share what is on its way out.
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
  return new Set(others.flatMap((upload) => [upload.key, ...(upload.preview ? [upload.preview] : [])]));
}
