import { sql } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";

const recordingSchema = v.object({
  submissionId: v.string(),
  uploadId: v.string(),
  isrc: v.string(),
});
type Recording = v.InferOutput<typeof recordingSchema>;

async function readRecordings(db: Database, ids: readonly string[]): Promise<Recording[]> {
  const rows = await db.all(sql`SELECT sent.id AS submissionId,
      track.value ->> 'uploadId' AS uploadId, known.value ->> 'code' AS isrc
    FROM json_each(${JSON.stringify(ids)}) AS asked
      CROSS JOIN release_details AS told ON told.submission_id = asked.value
      CROSS JOIN submissions AS sent ON sent.id = asked.value,
      json_each(told.sent, '$.codes') AS known, json_each(sent.form_data, '$.tracks') AS track
    WHERE known.value ->> 'kind' = 'isrc' AND track.value ->> 'uploadId' IS NOT NULL
      AND known.value ->> 'field' = 'tracks[' || track.key || '].isrc'`);
  return v.parse(v.array(recordingSchema), rows);
}

/** A track with the same audio as one of another submission. */
interface SameAudio {
  id: string;
  uploadId: string;
  otherUploadId: string;
}

/**
 * What does not fit between the ISRCs of a submission and those of others: one recording with two, by its audio, and
 * one ISRC on two recordings.
 * @param others of the same artist.
 */
export async function findIsrcDoubles<S extends SameAudio, E extends { id: string }>(
  db: Database,
  id: string,
  { sameAudio, others }: { sameAudio: readonly S[]; others: readonly E[] },
) {
  const ids = [...sameAudio, ...others].map((entry) => entry.id);
  const recordings = ids.length > 0 ? await readRecordings(db, [...new Set([id, ...ids])]) : [];
  const own = recordings.filter(({ submissionId }) => submissionId === id);
  const isrcOf = (submissionId: string, uploadId: string) =>
    recordings.find(
      (recording) => recording.submissionId === submissionId && recording.uploadId === uploadId,
    )?.isrc;
  const isSame = (uploadId: string, otherId: string) =>
    sameAudio.some((same) => same.uploadId === uploadId && same.id === otherId);
  return {
    sameAudio: sameAudio.map((same) => {
      const [isrc, other] = [isrcOf(id, same.uploadId), isrcOf(same.id, same.otherUploadId)];
      return { ...same, isrcs: isrc && other && isrc !== other ? { isrc, other } : undefined };
    }),
    sameIsrc: own.flatMap(({ uploadId, isrc }) =>
      others
        .filter(
          (entry) =>
            !isSame(uploadId, entry.id) &&
            recordings.some((other) => other.submissionId === entry.id && other.isrc === isrc),
        )
        .map((entry) => ({ ...entry, uploadId, isrc })),
    ),
  };
}
