import { and, asc, eq, exists, notExists, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Piece, PieceRange } from "../pieces";
import type { Upload } from "../upload";
import { strayInsert } from "./stray-store.server";
import { draftIsOpen } from "./upload-row.server";
import { uploadParts, uploadPieces, uploads } from "./upload-tables.server";

/** A part that storage holds; `size` in bytes. */
export interface RecordedPart {
  number: number;
  etag: string;
  size: number;
}

/** The upload that bytes were sent for; they count only while it is open and was not begun anew. */
type UploadRef = Pick<Upload, "id" | "multipartId">;

function isStillOpen({ id, multipartId }: UploadRef) {
  return and(eq(uploads.id, id), eq(uploads.multipartId, multipartId), eq(uploads.state, "open"));
}

function partInsert(
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
    .where(and(isStillOpen(upload), fits));
  return db
    .insert(uploadParts)
    .select(row)
    .onConflictDoUpdate({
      target: [uploadParts.uploadId, uploadParts.number],
      set: { etag, size, createdAt: timestamp },
    })
    .returning({ number: uploadParts.number });
}

/**
 * Remembers that storage holds a part; a part sent again replaces what was known of it.
 * @param fits a condition besides.
 * @returns whether the upload still takes parts.
 */
export async function recordPart(
  db: Database,
  upload: UploadRef,
  part: RecordedPart,
  now: Date,
  fits?: SQL,
): Promise<boolean> {
  return (await partInsert(db, upload, part, now, fits)).length > 0;
}

/** Remembers several parts at once. @returns whether the upload still takes parts. */
export async function recordParts(
  db: Database,
  upload: UploadRef,
  parts: readonly RecordedPart[],
  now: Date,
): Promise<boolean> {
  const [first, ...rest] = parts.map((part) => partInsert(db, upload, part, now));
  if (!first) return true;
  const results = await db.batch([first, ...rest]);
  return results.every((rows) => rows.length > 0);
}

/** The parts that storage holds, in ascending order. */
export async function findParts(db: Database, uploadId: string): Promise<RecordedPart[]> {
  return db
    .select({ number: uploadParts.number, etag: uploadParts.etag, size: uploadParts.size })
    .from(uploadParts)
    .where(eq(uploadParts.uploadId, uploadId))
    .orderBy(asc(uploadParts.number));
}

/** Forgets every part of an upload: storage says that they are not those it holds. */
export async function deleteParts(db: Database, uploadId: string): Promise<void> {
  await db.delete(uploadParts).where(eq(uploadParts.uploadId, uploadId));
}

/**
 * Goes on with another multipart upload in place of the one whose file turned out wrong, and with
 * the parts that it holds already. The object of that one is a stray from then on, until whoever
 * removes it says so.
 * @returns whether this call did it: not when another had settled or begun it anew before, or when
 * its draft was submitted.
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
    db.select({ id: uploads.id }).from(uploads).where(isStillOpen(swappedUpload)),
  );
  const previousObject = { key: upload.key, carrier: upload.carrier, draftId: upload.draftId };
  const [rows] = await db.batch([
    db
      .update(uploads)
      .set({ key, multipartId, updatedAt: now.toISOString() })
      .where(and(isStillOpen(upload), draftIsOpen))
      .returning({ id: uploads.id }),
    db.delete(uploadParts).where(and(eq(uploadParts.uploadId, upload.id), isSwapped)),
    // Those of the try before may be what was wrong.
    db.delete(uploadPieces).where(and(eq(uploadPieces.uploadId, upload.id), isSwapped)),
    strayInsert(db, previousObject, { due: now, now }, isSwapped),
    ...parts.map((part) => partInsert(db, swappedUpload, part, now)),
  ]);
  return rows.length > 0;
}

/** What is held of one part. */
export interface PartState {
  /** Whether its upload takes bytes for it: it is open, and was not begun anew. */
  isOpen: boolean;
  /** Whether all of it is there. */
  isComplete: boolean;
  pieces: PieceRange[];
}

type StateRow = { open: number; whole: number | null; offset: number | null; size: number | null };

function partStateQuery(db: Database, upload: UploadRef, part: number) {
  return db
    .select({
      open: sql<number>`${isStillOpen(upload)}`,
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

/** What is held of a part by now. */
export async function partState(db: Database, upload: UploadRef, part: number): Promise<PartState> {
  return toPartState(await partStateQuery(db, upload, part));
}

/**
 * Remembers a piece of a part, unless the part is there by now. Of two pieces from the same byte on
 * the longer one counts.
 * @returns the size of the piece that is known from this byte on, undefined when none is; and what
 * is held of the part with it.
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
  // Pieces of several requests at once may overlap, but never come to more than twice their part.
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
    .where(and(isStillOpen(upload), notExists(isWhole), fits));
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

/** The condition for pieces whose part is not there yet. */
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

/** The pieces of parts that are not there yet, in the order of the file. */
export async function findPieces(db: Database, uploadId: string): Promise<Piece[]> {
  return db
    .select({ part: uploadPieces.part, offset: uploadPieces.offset, size: uploadPieces.size })
    .from(uploadPieces)
    .where(and(eq(uploadPieces.uploadId, uploadId), isAwaited(db)))
    .orderBy(asc(uploadPieces.part), asc(uploadPieces.offset));
}

/** Forgets pieces: all of an upload, those of one part, or one by where it begins and its size. */
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
