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
  /** Set once the clip was cut. */
  key: v.nullable(v.string()),
  sha256: v.nullable(v.string()),
  bytes: v.nullable(v.number()),
  frames: v.nullable(v.number()),
});

export type StoredClip = v.InferOutput<typeof clipSchema>;

type CutOutcome =
  | { state: "cut"; note: string; key: string; sha256: string; bytes: number; frames: number }
  | { state: "failed"; reason: string };

const isClip = ({ submissionId, uploadId, clipId }: ClipName) =>
  and(
    eq(socialClips.submissionId, submissionId),
    eq(socialClips.uploadId, uploadId),
    eq(socialClips.clipId, clipId),
  );

/** Inserts missing rows; existing ones are unchanged. */
export async function ensureClipRows(
  db: Database,
  submissionId: string,
  clips: readonly PlannedClip[],
  now: Date,
): Promise<void> {
  const timestamp = now.toISOString();
  // D1 allows a hundred parameters.
  for (let offset = 0; offset < clips.length; offset += 5) {
    const rows = clips
      .slice(offset, offset + 5)
      .map(({ startTime: _, endTime: __, ...clip }) => ({ ...clip, submissionId }));
    await db
      .insert(socialClips)
      .values(rows.map((row) => ({ ...row, createdAt: timestamp, updatedAt: timestamp })))
      .onConflictDoNothing();
  }
}

export async function recordClipOutcome(
  db: Database,
  clip: ClipName,
  outcome: CutOutcome,
  now: Date,
): Promise<void> {
  const emptyFields = { note: "", reason: "", key: null, sha256: null, bytes: null, frames: null };
  await db
    .update(socialClips)
    .set({ ...emptyFields, ...outcome, updatedAt: now.toISOString() })
    .where(isClip(clip));
}

/** Marks a waiting clip as failed. @returns whether it was waiting. */
export async function markClipFailed(db: Database, clip: ClipName, reason: string, now: Date) {
  const failedClips = await db
    .update(socialClips)
    .set({ state: "failed", reason, updatedAt: now.toISOString() })
    .where(and(isClip(clip), eq(socialClips.state, "waiting")))
    .returning({ clipId: socialClips.clipId });
  return failedClips.length > 0;
}

export async function findClip(db: Database, clip: ClipName): Promise<StoredClip | undefined> {
  const [row] = await db.select().from(socialClips).where(isClip(clip));
  return row && v.parse(clipSchema, row);
}

/** In track order; empty before the first job has run. */
export async function clipsOfSubmission(db: Database, submissionId: string): Promise<StoredClip[]> {
  const rows = await db
    .select()
    .from(socialClips)
    .where(eq(socialClips.submissionId, submissionId))
    .orderBy(asc(socialClips.trackNumber), asc(socialClips.number));
  return v.parse(v.array(clipSchema), rows);
}
