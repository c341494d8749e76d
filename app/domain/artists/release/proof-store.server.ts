import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { SNIFF_BYTES, sniff } from "~/domain/media/sniff";
import { safeFileName } from "~/domain/uploads/receiving/object-key";
import { insertStray } from "~/domain/uploads/receiving/stray-store.server";
import { strayObjects } from "~/domain/uploads/receiving/upload-tables.server";
import type { Clock } from "~/platform/clock";
import { type Database, type NewRow, rowValues } from "~/platform/database.server";
import { sha256OfBytes } from "~/platform/hash";
import type { Ids } from "~/platform/ids";
import { inTrackOrder, rightsProofs } from "../artist-tables.server";
import { isReleaseInProgress, type ReleaseOwner } from "../release-condition.server";
import { PROOF_WRONG_KIND, type ProofPlace } from "./rights-proofs";

const proofKinds = { pdf: "application/pdf", jpeg: "image/jpeg", png: "image/png" } as const;

const proofSchema = v.object({
  id: v.string(),
  submissionId: v.string(),
  trackId: v.string(),
  question: v.picklist(["cover", "samples", "workForHire"]),
  fileName: v.string(),
  kind: v.picklist(["pdf", "jpeg", "png"]),
  size: v.number(),
  sha256: v.string(),
  key: v.string(),
});
export type StoredProof = v.InferOutput<typeof proofSchema>;

/** What a proof is served as: what it was found to be, never what the sender said. */
export const proofContentType = ({ kind }: Pick<StoredProof, "kind">) => proofKinds[kind];

export const proofsOf = (rows: readonly (typeof rightsProofs.$inferSelect)[]): StoredProof[] =>
  rows.map((row) => v.parse(proofSchema, row));

/** The proofs of a release. */
export async function listProofs(db: Database, submissionId: string): Promise<StoredProof[]> {
  const rows = await db
    .select()
    .from(rightsProofs)
    .where(eq(rightsProofs.submissionId, submissionId))
    .orderBy(inTrackOrder(rightsProofs.trackId), asc(rightsProofs.question));
  return proofsOf(rows);
}

export async function findStoredProof(db: Database, id: string): Promise<StoredProof | undefined> {
  const [row] = await db.select().from(rightsProofs).where(eq(rightsProofs.id, id));
  return row && v.parse(proofSchema, row);
}

/** Objects left by a crash are swept after this time; no upload takes that long. */
const CLEANUP_DELAY_MS = 60 * 60_000;

/** Lists the objects of proofs for the sweep, in the batch that deletes or replaces their rows. */
export function orphanProofsStatement(db: Database, condition: SQL | undefined, timestamp: string) {
  const { key, submissionId } = rightsProofs;
  return db
    .insert(strayObjects)
    .select(
      sql`SELECT ${key}, 'own', ${submissionId}, ${timestamp}, ${timestamp} FROM ${rightsProofs} WHERE ${condition}`,
    )
    .onConflictDoNothing();
}

interface ProofDeps {
  db: Database;
  files: { put: (key: string, bytes: Uint8Array, length: number) => Promise<void> };
  clock: Clock;
  ids: Ids;
}

/** `moved-on`: the release no longer accepts details. */
type StoredResult = "stored" | "moved-on" | { problem: string };

/**
 * Stores a proof in place of the one before it; of two at once the last one counts, and the sweep
 * removes the other.
 */
export async function storeProof(
  { db, files, clock, ids }: ProofDeps,
  owner: ReleaseOwner,
  { trackId, question }: ProofPlace,
  { fileName, bytes }: { fileName: string; bytes: Uint8Array<ArrayBuffer> },
): Promise<StoredResult> {
  const kind = sniff(bytes.subarray(0, SNIFF_BYTES));
  if (kind !== "pdf" && kind !== "jpeg" && kind !== "png") return { problem: PROOF_WRONG_KIND };
  const { submissionId } = owner;
  const now = clock();
  const timestamp = now.toISOString();
  const id = ids.next(now);
  const key = `proofs/${submissionId}/${id}`;
  const due = new Date(now.getTime() + CLEANUP_DELAY_MS);
  await insertStray(db, { key, carrier: "own", draftId: submissionId }, { due, now }, sql`TRUE`);
  await files.put(key, bytes, bytes.length);
  const row: NewRow<typeof rightsProofs> = {
    id,
    submissionId,
    trackId,
    question,
    fileName: safeFileName(fileName),
    kind,
    size: bytes.length,
    sha256: await sha256OfBytes(bytes),
    key,
    createdAt: timestamp,
  };
  const isOpen = isReleaseInProgress(owner);
  const isReplaced = and(
    eq(rightsProofs.submissionId, submissionId),
    eq(rightsProofs.trackId, trackId),
    eq(rightsProofs.question, question),
  );
  const isStored = sql`EXISTS (SELECT 1 FROM rights_proofs WHERE rights_proofs.key = ${key})`;
  const excluded = (name: string) => sql.raw(`excluded.${name}`);
  const [, storedRows] = await db.batch([
    orphanProofsStatement(db, and(isReplaced, isOpen), timestamp),
    db
      .insert(rightsProofs)
      .select(sql`SELECT ${rowValues(rightsProofs, row)} WHERE ${isOpen}`)
      .onConflictDoUpdate({
        target: [rightsProofs.submissionId, rightsProofs.trackId, rightsProofs.question],
        set: {
          id: excluded("id"),
          fileName: excluded("file_name"),
          kind: excluded("kind"),
          size: excluded("size"),
          sha256: excluded("sha256"),
          key: excluded("key"),
          createdAt: excluded("created_at"),
        },
      })
      .returning({ id: rightsProofs.id }),
    db.delete(strayObjects).where(and(eq(strayObjects.key, key), isStored)),
  ]);
  return storedRows.length > 0 ? "stored" : "moved-on";
}

/** Removes a proof that a page has shown; a newer file in its place stays. @returns whether it did. */
export async function removeProof(db: Database, owner: ReleaseOwner, id: string, now: Date) {
  const isRemoved = and(
    eq(rightsProofs.id, id),
    eq(rightsProofs.submissionId, owner.submissionId),
    isReleaseInProgress(owner),
  );
  const [, removedRows] = await db.batch([
    orphanProofsStatement(db, isRemoved, now.toISOString()),
    db.delete(rightsProofs).where(isRemoved).returning({ id: rightsProofs.id }),
  ]);
  return removedRows.length > 0;
}
