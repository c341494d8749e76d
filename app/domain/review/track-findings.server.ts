import { inArray, sql } from "drizzle-orm";
import * as v from "valibot";
import { createAudioAnalysis } from "~/domain/media/audio-analysis";
import { audioFindingsSchema } from "~/domain/media/audio-findings";
import { readWavHeader } from "~/domain/media/wav-header";
import { trackFindings } from "~/domain/uploads/receiving/upload-tables.server";
import { byteBlocks } from "~/platform/byte-blocks.server";
import type { Clock } from "~/platform/clock";
import { type Database, type ExtraStatement, noExtraStatement } from "~/platform/database.server";

const storedSchema = v.nullable(audioFindingsSchema);

/** Null for a file that cannot be analyzed. */
export type TrackFindings = v.InferOutput<typeof storedSchema>;

interface StoredTrack {
  id: string;
  /** The upload whose object it shares, if it does. */
  origin?: string | null | undefined;
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

/** A track whose file is not in storage. */
export class TrackMissingError extends Error {}

/** @throws TrackMissingError, or an Error if the bucket fails or ends early. */
async function analyze({ size, read }: StoredTrack, afterBlock: () => Promise<void>) {
  const readRange = async (offset: number, length: number) => {
    const rangeBody = await read({ offset, length });
    if (!rangeBody && offset === 0) throw new TrackMissingError();
    return new Uint8Array(await new Response(rangeBody ?? null).arrayBuffer());
  };
  const header = await readWavHeader(readRange, size);
  if (!header.ok) return null;
  const stream = await read();
  if (!stream) throw new TrackMissingError();
  const analysis = createAudioAnalysis(header.wav);
  let remaining = size;
  for await (const block of byteBlocks(stream)) {
    remaining -= block.length;
    analysis.push(block);
    await afterBlock();
  }
  // The findings of a truncated stream would stay.
  if (remaining !== 0) throw new Error(`The track ended ${remaining} bytes early`);
  return analysis.end();
}

/**
 * Analyzes a stored track as the artist's browser does, block by block, and stores the findings: an
 * upload's bytes never change, so it is done once.
 * @param options.auditStatement run only if the findings are new.
 * @param options.afterBlock awaited after each block that was read.
 * @throws TrackMissingError where its file is not in storage.
 */
export async function analyzeTrack(
  { db, clock }: { db: Database; clock: Clock },
  track: StoredTrack,
  {
    auditStatement = noExtraStatement(db),
    afterBlock = async () => {},
  }: { auditStatement?: ExtraStatement; afterBlock?: () => Promise<void> },
): Promise<TrackFindings> {
  const { id, origin } = track;
  const findingsById = await trackFindingsOf(db, origin ? [id, origin] : [id]);
  const storedFindings = findingsById[id];
  if (storedFindings !== undefined) return storedFindings;
  const sharedFindings = origin ? findingsById[origin] : undefined;
  const findings = sharedFindings === undefined ? await analyze(track, afterBlock) : sharedFindings;
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${trackFindings} WHERE ${trackFindings.uploadId} = ${id})`;
  // The file may have been deleted meanwhile, and its findings with it.
  const stored = sql`uploads WHERE uploads.id = ${id} AND uploads.state = 'complete'`;
  await db.batch([
    auditStatement(isNew),
    db
      .insert(trackFindings)
      .select(
        sql`SELECT ${id}, ${JSON.stringify(findings)}, ${clock().toISOString()} FROM ${stored}`,
      )
      .onConflictDoNothing(),
  ]);
  return findings;
}
