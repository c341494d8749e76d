import { and, asc, desc, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Upload } from "../upload";
import { markRemovedStatement } from "./upload-removal.server";
import { draftIsOpen, parseUploadRow } from "./upload-row.server";
import { uploads } from "./upload-tables.server";

type Chosen = Pick<Upload, "draftId" | "slot" | "kind" | "size" | "fileName"> & {
  fingerprint: string;
};

const inItsPlace = ({ draftId, slot, kind, size }: Chosen) => [
  ...[eq(uploads.draftId, draftId), eq(uploads.slot, slot)],
  ...[eq(uploads.kind, kind), eq(uploads.size, size)],
];

/**
 * The newest upload in the slot with the fingerprint of a chosen file, a complete one first. It may
 * be another file: two masters of equal length with silent ends share a fingerprint, and form
 * uploads have none.
 */
export async function findByFingerprint(
  db: Database,
  file: Chosen,
  states: readonly ("open" | "complete")[],
): Promise<Upload | undefined> {
  const hasNoFingerprint = and(isNull(uploads.fingerprint), eq(uploads.state, "complete"));
  const alike = or(eq(uploads.fingerprint, file.fingerprint), hasNoFingerprint);
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(...inItsPlace(file), alike, inArray(uploads.state, [...states])))
    .orderBy(asc(uploads.state), desc(uploads.id))
    .limit(1);
  return row && parseUploadRow(row);
}

/**
 * Resumes the upload of a file by its SHA-256: the stored file, else the open upload for it, else
 * an open one with its fingerprint that nobody has claimed. Later uploads in the slot are removed,
 * as the last choice counts.
 * @returns the upload, and those removed.
 */
export async function resumeSameFile(
  db: Database,
  file: Chosen & { sha256: string },
): Promise<{ same: Upload | undefined; overtaken: Upload[] }> {
  const { sha256, fingerprint, fileName } = file;
  const isUnclaimed = and(isNull(uploads.sha256), eq(uploads.fingerprint, fingerprint));
  const isSame = or(
    and(eq(uploads.state, "complete"), eq(uploads.sha256, sha256)),
    and(eq(uploads.state, "open"), or(eq(uploads.sha256, sha256), isUnclaimed)),
  );
  const same: SQL = sql`(${db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(...inItsPlace(file), isSame))
    .orderBy(asc(uploads.state), sql`${uploads.sha256} IS NULL`, desc(uploads.id))
    .limit(1)})`;
  const [rows, overtaken] = await db.batch([
    db
      .update(uploads)
      .set({
        sha256,
        fileName: sql`CASE WHEN ${uploads.state} = 'open' THEN ${fileName} ELSE ${uploads.fileName} END`,
      })
      .where(and(eq(uploads.id, same), draftIsOpen))
      .returning(),
    markRemovedStatement(db, [
      ...[eq(uploads.draftId, file.draftId), eq(uploads.slot, file.slot)],
      ...[eq(uploads.state, "open"), gt(uploads.id, same)],
    ]),
  ]);
  return { same: rows[0] && parseUploadRow(rows[0]), overtaken: overtaken.map(parseUploadRow) };
}
