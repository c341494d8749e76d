import { inArray, sql } from "drizzle-orm";
import * as v from "valibot";
import { trackFindings } from "~/domain/access/staff/staff-tables.server";
import { createAudioAnalysis } from "~/domain/media/audio-analysis";
import { type AudioFindings, audioFindingsSchema } from "~/domain/media/audio-findings";
import { readWavHeader } from "~/domain/media/wav-header";
import type { Clock } from "~/platform/clock";
import type { Database, ExtraStatement } from "~/platform/database.server";

const storedSchema = v.nullable(audioFindingsSchema);

/** Null for a file that cannot be analyzed. */
export type TrackFindings = v.InferOutput<typeof storedSchema>;

interface StoredTrack {
  id: string;
  /** Bytes. */
  size: number;
  read: (range?: {
    offset: number;
    length: number;
  }) => Promise<ReadableStream<Uint8Array> | undefined>;
}

/** Stored findings by upload id. */
export async function trackFindingsOf(
  db: Database,
  uploadIds: readonly string[],
): Promise<Record<string, TrackFindings>> {
  if (uploadIds.length === 0) return {};
  const rows = await db
    .select()
    .from(trackFindings)
    .where(inArray(trackFindings.uploadId, [...uploadIds]));
  return Object.fromEntries(
    rows.map(({ uploadId, findings }) => [uploadId, v.parse(storedSchema, JSON.parse(findings))]),
  );
}

async function analyze({ size, read }: StoredTrack): Promise<AudioFindings | null> {
  const readRange = async (offset: number, length: number) => {
    const rangeBody = (await read({ offset, length })) ?? null;
    return new Uint8Array(await new Response(rangeBody).arrayBuffer());
  };
  const header = await readWavHeader(readRange, size);
  if (!header.ok) return null;
  const stream = await read();
  if (!stream) return null;
  const analysis = createAudioAnalysis(header.wav);
  for await (const chunk of stream) analysis.push(chunk);
  return analysis.end();
}

/**
 * Analyzes a stored track as the artist's browser does, and stores the findings: an upload's bytes never
 * change.
 * @param auditStatement audit statement, run only if the findings are new.
 */
export async function analyzeTrack(
  { db, clock }: { db: Database; clock: Clock },
  track: StoredTrack,
  auditStatement: ExtraStatement,
): Promise<TrackFindings> {
  const findingsById = await trackFindingsOf(db, [track.id]);
  const [cachedFindings] = Object.values(findingsById);
  if (cachedFindings !== undefined) return cachedFindings;
  const findings = await analyze(track);
  const row = { uploadId: track.id, findings: JSON.stringify(findings) };
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${trackFindings} WHERE ${trackFindings.uploadId} = ${track.id})`;
  await db.batch([
    auditStatement(isNew),
    db
      .insert(trackFindings)
      .values({ ...row, createdAt: clock().toISOString() })
      .onConflictDoNothing(),
  ]);
  return findings;
}
