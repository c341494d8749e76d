import { and, asc, eq, exists, notExists, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Piece } from "../pieces";
import type { Upload } from "../upload";
import { uploadParts, uploadPieces, uploads } from "./tables.server";

/** A part that storage holds; `size` in bytes. */
export interface HeldPart {
  number: number;
  etag: string;
  size: number;
}

/** The upload that bytes were sent for; they count only while it is open and was not begun anew. */
type Sent = Pick<Upload, "id" | "multipartId">;

function stillOpen({ id, multipartId }: Sent) {
  return and(eq(uploads.id, id), eq(uploads.multipartId, multipartId), eq(uploads.state, "open"));
}

function partInsert(db: Database, sent: Sent, { number, etag, size }: HeldPart, now: Date) {
  const at = now.toISOString();
  const row = db
    .select({
      uploadId: uploads.id,
      number: sql<number>`${number}`.as("number"),
      etag: sql<string>`${etag}`.as("etag"),
      size: sql<number>`${size}`.as("size"),
      createdAt: sql<string>`${at}`.as("created_at"),
    })
    .from(uploads)
    .where(stillOpen(sent));
  return db
    .insert(uploadParts)
    .select(row)
    .onConflictDoUpdate({
      target: [uploadParts.uploadId, uploadParts.number],
      set: { etag, size, createdAt: at },
    })
    .returning({ number: uploadParts.number });
}

/**
 * Remembers that storage holds a part; a part sent again replaces what was known of it.
 * @returns whether the upload still takes parts.
 */
export async function recordPart(
  db: Database,
  sent: Sent,
  part: HeldPart,
  now: Date,
): Promise<boolean> {
  return (await partInsert(db, sent, part, now)).length > 0;
}

/** Remembers several parts at once. @returns whether the upload still takes parts. */
export async function recordParts(
  db: Database,
  sent: Sent,
  parts: readonly HeldPart[],
  now: Date,
): Promise<boolean> {
  const [first, ...rest] = parts.map((part) => partInsert(db, sent, part, now));
  if (!first) return true;
  const recorded = await db.batch([first, ...rest]);
  return recorded.every((rows) => rows.length > 0);
}

/** The parts that storage holds, in ascending order. */
export async function partsHeld(db: Database, uploadId: string): Promise<HeldPart[]> {
  return db
    .select({ number: uploadParts.number, etag: uploadParts.etag, size: uploadParts.size })
    .from(uploadParts)
    .where(eq(uploadParts.uploadId, uploadId))
    .orderBy(asc(uploadParts.number));
}

/** Forgets every part of an upload: storage says that they are not those it holds. */
export async function forgetParts(db: Database, uploadId: string): Promise<void> {
  await db.delete(uploadParts).where(eq(uploadParts.uploadId, uploadId));
}

/**
 * Goes on with another multipart upload in place of the one whose file turned out wrong, and with
 * the parts that it holds already.
 * @returns whether this call did it: not when another had settled or begun it anew before.
 */
export async function swapMultipart(
  db: Database,
  upload: Upload,
  { key, multipartId }: Pick<Upload, "key" | "multipartId">,
  parts: readonly HeldPart[],
  now: Date,
): Promise<boolean> {
  const swapped = { id: upload.id, multipartId };
  const isSwapped = exists(db.select({ id: uploads.id }).from(uploads).where(stillOpen(swapped)));
  const [rows] = await db.batch([
    db
      .update(uploads)
      .set({ key, multipartId, updatedAt: now.toISOString() })
      .where(stillOpen(upload))
      .returning({ id: uploads.id }),
    db.delete(uploadParts).where(and(eq(uploadParts.uploadId, upload.id), isSwapped)),
    ...parts.map((part) => partInsert(db, swapped, part, now)),
  ]);
  return rows.length > 0;
}

/**
 * Remembers a piece of a part; one sent again replaces what was known of it.
 * @returns whether the upload still takes pieces.
 */
export async function recordPiece(
  db: Database,
  uploadId: string,
  { part, offset, size }: Piece,
  now: Date,
): Promise<boolean> {
  const at = now.toISOString();
  const row = db
    .select({
      uploadId: uploads.id,
      part: sql<number>`${part}`.as("part"),
      offset: sql<number>`${offset}`.as("offset"),
      size: sql<number>`${size}`.as("size"),
      createdAt: sql<string>`${at}`.as("created_at"),
    })
    .from(uploads)
    .where(and(eq(uploads.id, uploadId), eq(uploads.state, "open")));
  const recorded = await db
    .insert(uploadPieces)
    .select(row)
    .onConflictDoUpdate({
      target: [uploadPieces.uploadId, uploadPieces.part, uploadPieces.offset],
      set: { size, createdAt: at },
    })
    .returning({ part: uploadPieces.part });
  return recorded.length > 0;
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
export async function piecesHeld(db: Database, uploadId: string): Promise<Piece[]> {
  return db
    .select({ part: uploadPieces.part, offset: uploadPieces.offset, size: uploadPieces.size })
    .from(uploadPieces)
    .where(and(eq(uploadPieces.uploadId, uploadId), isAwaited(db)))
    .orderBy(asc(uploadPieces.part), asc(uploadPieces.offset));
}

/** Forgets pieces: all of an upload, those of one part, or the one at an offset. */
export async function forgetPieces(
  db: Database,
  uploadId: string,
  { part, offset }: { part?: number; offset?: number } = {},
): Promise<void> {
  await db
    .delete(uploadPieces)
    .where(
      and(
        eq(uploadPieces.uploadId, uploadId),
        part === undefined ? undefined : eq(uploadPieces.part, part),
        offset === undefined ? undefined : eq(uploadPieces.offset, offset),
      ),
    );
}
