import { and, asc, eq } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import type { ClipName } from "./clip-path";
import type { PlannedClip } from "./clip-plan";
import { socialClips } from "./clip-tables.server";

const clipSchema = v.object({
  submissionId: v.string(),
  uploadId: v.string(),
  clipId: v.string(),
  track: v.string(),
  trackNumber: v.number(),
  number: v.number(),
  fileName: v.string(),
  /** YYYY-MM-DD. */
  releaseDate: v.string(),
  state: v.picklist(["waiting", "cut", "failed"]),
  note: v.string(),
  reason: v.string(),
  /** Of a clip that was cut: where it lies, and what it is. */
  key: v.nullable(v.string()),
  sha256: v.nullable(v.string()),
  bytes: v.nullable(v.number()),
  frames: v.nullable(v.number()),
});

/** A social clip of a submission. */
export type StoredClip = v.InferOutput<typeof clipSchema>;

/** What came of cutting a clip. */
type CutOutcome =
  | { state: "cut"; note: string; key: string; sha256: string; bytes: number; frames: number }
  | { state: "failed"; reason: string };

const whichClip = ({ submissionId, uploadId, clipId }: ClipName) =>
  and(
    eq(socialClips.submissionId, submissionId),
    eq(socialClips.uploadId, uploadId),
    eq(socialClips.clipId, clipId),
  );

/** Makes sure that every planned clip has a row; those that have one keep it. */
export async function ensureClipRows(
  db: Database,
  submissionId: string,
  clips: readonly PlannedClip[],
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  // A few at a time: a statement of D1 takes a hundred values.
  for (let from = 0; from < clips.length; from += 5) {
    const rows = clips
      .slice(from, from + 5)
      .map(({ startTime: _, endTime: __, ...clip }) => ({ ...clip, submissionId }));
    await db
      .insert(socialClips)
      .values(rows.map((row) => ({ ...row, createdAt: at, updatedAt: at })))
      .onConflictDoNothing();
  }
}

/** Writes down what came of a clip. */
export async function recordClipOutcome(
  db: Database,
  clip: ClipName,
  outcome: CutOutcome,
  now: Date,
): Promise<void> {
  const none = { note: "", reason: "", key: null, sha256: null, bytes: null, frames: null };
  await db
    .update(socialClips)
    .set({ ...none, ...outcome, updatedAt: now.toISOString() })
    .where(whichClip(clip));
}

/**
 * Writes down why a clip will not be cut, unless it was cut or has said why itself.
 * @returns whether it was written.
 */
export async function markClipFailed(
  db: Database,
  clip: ClipName,
  reason: string,
  now: Date,
): Promise<boolean> {
  const failedClips = await db
    .update(socialClips)
    .set({ state: "failed", reason, updatedAt: now.toISOString() })
    .where(and(whichClip(clip), eq(socialClips.state, "waiting")))
    .returning({ clipId: socialClips.clipId });
  return failedClips.length > 0;
}

/** The clip that these ids name, if any. */
export async function findClip(db: Database, clip: ClipName): Promise<StoredClip | undefined> {
  const [row] = await db.select().from(socialClips).where(whichClip(clip));
  return row && v.parse(clipSchema, row);
}

/** The clips of a submission in the order of its tracks; none before the first of them was begun. */
export async function clipsOfSubmission(db: Database, submissionId: string): Promise<StoredClip[]> {
  const rows = await db
    .select()
    .from(socialClips)
    .where(eq(socialClips.submissionId, submissionId))
    .orderBy(asc(socialClips.trackNumber), asc(socialClips.number));
  return v.parse(v.array(clipSchema), rows);
}
