import {
  and,
  desc,
  eq,
  getTableColumns,
  inArray,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import * as v from "valibot";
import { type Database, memoizeByDatabase } from "~/platform/database.server";
import { slotContents } from "../slot-contents";
import { type FileView, fileView, type PendingFile } from "../upload";
import { isAwaited } from "./part-store.server";
import { parseUploadRow } from "./upload-row.server";
import { uploadParts, uploadPieces, uploads } from "./upload-tables.server";

const COLUMNS = getTableColumns(uploads);

function receivedBytesSql(db: Database): SQL<number> {
  const partBytes = db
    .select({ bytes: sql`sum(${uploadParts.size})` })
    .from(uploadParts)
    .where(eq(uploadParts.uploadId, uploads.id));
  const pieceBytes = db
    .select({ bytes: sql`sum(${uploadPieces.size})` })
    .from(uploadPieces)
    .where(and(eq(uploadPieces.uploadId, uploads.id), isAwaited(db)));
  return sql<number>`coalesce((${partBytes}), 0) + coalesce((${pieceBytes}), 0)`;
}

const isDisplayed = inArray(uploads.state, ["open", "complete", "expired"]);

const uploadRowsQuery = memoizeByDatabase((db) =>
  db
    .select({ upload: uploads, receivedBytes: receivedBytesSql(db) })
    .from(uploads)
    .where(and(eq(uploads.draftId, sql.placeholder("draftId")), isDisplayed))
    .orderBy(desc(uploads.id))
    .prepare(),
);

/** @param rows newest first. */
function toFileViews(
  rows: readonly { upload: Record<string, unknown>; receivedBytes: number }[],
): FileView[] {
  const views = rows.flatMap(
    ({ upload, receivedBytes }) => fileView(parseUploadRow(upload), receivedBytes) ?? [],
  );
  const slots = slotContents(views);
  return [...new Set(views.map(({ slot }) => slot))].flatMap((slot): FileView[] => {
    const { stored, coming } = slots.get(slot) ?? {};
    if (stored) return [coming ? { ...stored, coming: toPendingFile(coming) } : stored];
    const expiredView = views.find((view) => view.slot === slot);
    return coming ? [coming] : expiredView ? [expiredView] : [];
  });
}

function toPendingFile({
  uploadId,
  fileName,
  size,
  storedBytes,
  fingerprint,
}: FileView): PendingFile {
  return { uploadId, fileName, size, storedBytes, fingerprint };
}

/**
 * A draft's files for the pages, one per slot: the newest complete one with its pending
 * replacement, else the newest open one, else an expired one.
 */
export async function filesOfDraft(db: Database, draftId: string): Promise<FileView[]> {
  return toFileViews(await uploadRowsQuery(db).all({ draftId }));
}

/** The files as a column for another query; {@link filesInJson} parses it. */
export function filesAsJson(db: Database, draftId: SQLWrapper): SQL<string> {
  // An array, as D1's functions take at most 32 arguments.
  const values = sql.join([...Object.values(COLUMNS), receivedBytesSql(db)], sql`, `);
  const files = sql`(SELECT json_group_array(json_array(${values})) FROM ${uploads}
    WHERE ${uploads.draftId} = ${draftId} AND ${isDisplayed})`;
  // As a nested selection Drizzle would drop the table names.
  return sql<string>`${files}`;
}

const filesSchema = v.pipe(v.string(), v.parseJson(), v.array(v.array(v.unknown())));

export function filesInJson(json: string): FileView[] {
  if (json === "[]") return [];
  const names = Object.keys(COLUMNS);
  const rows = v.parse(filesSchema, json).map((values) => ({
    upload: Object.fromEntries(names.map((name, index) => [name, values[index]])),
    receivedBytes: v.parse(v.number(), values.at(-1)),
  }));
  // Ids begin with the time.
  return toFileViews(rows.sort((a, b) => (String(a.upload.id) < String(b.upload.id) ? 1 : -1)));
}
