import { and, asc, eq, exists, notExists, type SQL, sql } from "drizzle-orm";
import { type Database, runBatch } from "~/platform/database.server";
import type { Piece, PieceRange } from "../pieces";
import type { Upload } from "../upload";
import { insertStray } from "./stray-store.server";
import { draftIsOpen, isOpenAsRead, type UploadRef } from "./upload-row.server";
import { uploadParts, uploadPieces, uploads } from "./upload-tables.server";

/** A stored part; `size` in bytes. */
export interface RecordedPart {
  number: number;
  etag: string;
  size: number;
}

/** Records a stored part while its upload is open, replacing an earlier record. @param fits a further condition. */
export function partInsert(
  db: Database,
  upload: UploadRef,
  { number, etag, size }: RecordedPart,
  now: Date,
  fits?: SQL,
) {
  const timestamp = now.toISOString();
  const row = db
    .select({
      uploadId: uploads.id,
      number: sql<number>`${number}`.as("number"),
      etag: sql<string>`${etag}`.as("etag"),
      size: sql<number>`${size}`.as("size"),
      createdAt: sql<string>`${timestamp}`.as("created_at"),
    })
    .from(uploads)
    .where(and(isOpenAsRead(upload), fits));
  return db
    .insert(uploadParts)
    .select(row)
    .onConflictDoUpdate({
      target: [uploadParts.uploadId, uploadParts.number],
      set: { etag, size, createdAt: timestamp },
    })
    .returning({ number: uploadParts.number });
}

/** As {@link partInsert}. @returns whether the upload is still open. */
export async function recordPart(db: Database, upload: UploadRef, part: RecordedPart, now: Date) {
  return (await partInsert(db, upload, part, now)).length > 0;
}

/** @returns whether the upload is still open. */
export async function recordParts(
  db: Database,
  upload: UploadRef,
  parts: readonly RecordedPart[],
  now: Date,
): Promise<boolean> {
  const inserts = parts.map((part) => partInsert(db, upload, part, now));
  const results = await runBatch(db, inserts);
  return results.every((rows) => rows.length > 0);
}

export async function findParts(db: Database, uploadId: string): Promise<RecordedPart[]> {
  return db
    .select({ number: uploadParts.number, etag: uploadParts.etag, size: uploadParts.size })
    .from(uploadParts)
    .where(eq(uploadParts.uploadId, uploadId))
    .orderBy(asc(uploadParts.number));
}

export async function deleteParts(db: Database, uploadId: string): Promise<void> {
  await db.delete(uploadParts).where(eq(uploadParts.uploadId, uploadId));
}

/**
 * Replaces the multipart upload of a wrong file by another one with its correct parts. The old
 * object is a stray until it is removed.
 * @returns whether this call did it: not when another call closed or restarted it, or its draft was
 * submitted.
 */
export async function swapMultipart(
  db: Database,
  upload: Upload,
  { key, multipartId }: Pick<Upload, "key" | "multipartId">,
  parts: readonly RecordedPart[],
  now: Date,
): Promise<boolean> {
  const swappedUpload = { id: upload.id, multipartId };
  const isSwapped = exists(
    db.select({ id: uploads.id }).from(uploads).where(isOpenAsRead(swappedUpload)),
  );
  const previousObject = { key: upload.key, carrier: upload.carrier, draftId: upload.draftId };
  const [rows] = await db.batch([
    db
      .update(uploads)
      .set({ key, multipartId, updatedAt: now.toISOString() })
      .where(and(isOpenAsRead(upload), draftIsOpen))
      .returning({ id: uploads.id }),
    db.delete(uploadParts).where(and(eq(uploadParts.uploadId, upload.id), isSwapped)),
    // Pieces of the previous try may be wrong.
    db.delete(uploadPieces).where(and(eq(uploadPieces.uploadId, upload.id), isSwapped)),
    insertStray(db, previousObject, { due: now, now }, isSwapped),
    ...parts.map((part) => partInsert(db, swappedUpload, part, now)),
  ]);
  return rows.length > 0;
}

export interface PartState {
  /** Whether the upload is open and was not restarted. */
  isOpen: boolean;
  isComplete: boolean;
  pieces: PieceRange[];
}

type StateRow = { open: number; whole: number | null; offset: number | null; size: number | null };

function partStateQuery(db: Database, upload: UploadRef, part: number) {
  return db
    .select({
      open: sql<number>`${isOpenAsRead(upload)}`,
      whole: uploadParts.number,
      offset: uploadPieces.offset,
      size: uploadPieces.size,
    })
    .from(uploads)
    .leftJoin(uploadParts, and(eq(uploadParts.uploadId, uploads.id), eq(uploadParts.number, part)))
    .leftJoin(uploadPieces, and(eq(uploadPieces.uploadId, uploads.id), eq(uploadPieces.part, part)))
    .where(eq(uploads.id, upload.id));
}

function toPartState(rows: readonly StateRow[]): PartState {
  const pieces = rows.flatMap(({ offset, size }) =>
    offset === null || size === null ? [] : [{ offset, size }],
  );
  const [first] = rows;
  return { isOpen: first?.open === 1, isComplete: typeof first?.whole === "number", pieces };
}

export async function partState(db: Database, upload: UploadRef, part: number): Promise<PartState> {
  return toPartState(await partStateQuery(db, upload, part));
}

/**
 * Records a piece, unless its part is complete. Of two pieces with one offset the longer one
 * counts.
 * @returns the recorded size at this offset, if any, and the state of the part.
 */
export async function recordPiece(
  db: Database,
  upload: UploadRef,
  { part, offset, size }: Piece,
  now: Date,
): Promise<PartState & { knownSize: number | undefined }> {
  const timestamp = now.toISOString();
  const isWhole = db
    .select({ number: uploadParts.number })
    .from(uploadParts)
    .where(and(eq(uploadParts.uploadId, upload.id), eq(uploadParts.number, part)));
  // Pieces of parallel requests may overlap, up to twice the size of their part.
  const fits = sql`${size} + (SELECT coalesce(sum(other.size), 0) FROM ${uploadPieces} AS other
    WHERE other.upload_id = ${upload.id} AND other.part = ${part} AND other."offset" <> ${offset})
    <= 2 * ${uploads.partSize}`;
  const row = db
    .select({
      uploadId: uploads.id,
      part: sql<number>`${part}`.as("part"),
      offset: sql<number>`${offset}`.as("offset"),
      size: sql<number>`${size}`.as("size"),
      createdAt: sql<string>`${timestamp}`.as("created_at"),
    })
    .from(uploads)
    .where(and(isOpenAsRead(upload), notExists(isWhole), fits));
  const insert = db
    .insert(uploadPieces)
    .select(row)
    .onConflictDoUpdate({
      target: [uploadPieces.uploadId, uploadPieces.part, uploadPieces.offset],
      set: { size: sql`max(${uploadPieces.size}, excluded.size)`, createdAt: timestamp },
    })
    .returning({ size: uploadPieces.size });
  const [rows, state] = await db.batch([insert, partStateQuery(db, upload, part)]);
  return { ...toPartState(state), knownSize: rows[0]?.size };
}

/** The condition for pieces of incomplete parts. */
export function isAwaited(db: Database) {
  return notExists(
    db
      .select({ number: uploadParts.number })
      .from(uploadParts)
      .where(
        and(
          eq(uploadParts.uploadId, uploadPieces.uploadId),
          eq(uploadParts.number, uploadPieces.part),
        ),
      ),
  );
}

/** The pieces of incomplete parts, in file order. */
export async function findPieces(db: Database, uploadId: string): Promise<Piece[]> {
  return db
    .select({ part: uploadPieces.part, offset: uploadPieces.offset, size: uploadPieces.size })
    .from(uploadPieces)
    .where(and(eq(uploadPieces.uploadId, uploadId), isAwaited(db)))
    .orderBy(asc(uploadPieces.part), asc(uploadPieces.offset));
}

export async function deletePieces(
  db: Database,
  uploadId: string,
  { part, offset, size }: Partial<Piece> = {},
): Promise<void> {
  await db
    .delete(uploadPieces)
    .where(
      and(
        eq(uploadPieces.uploadId, uploadId),
        part === undefined ? undefined : eq(uploadPieces.part, part),
        offset === undefined ? undefined : eq(uploadPieces.offset, offset),
        size === undefined ? undefined : eq(uploadPieces.size, size),
      ),
    );
}
