import { sql } from "drizzle-orm";
import * as v from "valibot";
import type { ReviewItem } from "~/domain/review/review-item";
import { NO_PREVIEW, previewPath } from "~/domain/uploads/preview";
import { filePath } from "~/domain/uploads/upload";
import type { Database } from "~/platform/database.server";

const text = v.nullable(v.string());
const rowSchema = v.object({
  id: v.string(),
  artwork: text,
  trackId: text,
  fileName: text,
  trackTitle: text,
  hasNote: v.number(),
});

/** The details of a page's entries by id, in one statement. */
export async function queueRowDetails(db: Database, items: readonly Pick<ReviewItem, "id">[]) {
  const ids = JSON.stringify(items.map(({ id }) => id));
  // The condition for pictures is that of `previewOf`.
  const rows =
    await db.all(sql`SELECT shown.value AS id, artwork.id AS artwork, track.id AS trackId,
      track.file_name AS fileName, json_extract(form_data, '$.tracks[0].title') AS trackTitle,
      EXISTS (SELECT 1 FROM staff_notes WHERE item_id = shown.value) AS hasNote
    FROM json_each(${ids}) AS shown
    LEFT JOIN submissions AS sent ON sent.id = shown.value AND json_valid(form_data)
    LEFT JOIN uploads AS artwork ON artwork.id = json_extract(form_data, '$.artworkUploadId')
      AND artwork.kind <> 'track' AND artwork.state = 'complete' AND artwork.preview IS NOT ${NO_PREVIEW}
    LEFT JOIN uploads AS track ON track.id = json_extract(form_data, '$.tracks[0].uploadId')
      AND track.kind = 'track' AND track.state = 'complete'`);
  return new Map(
    v.parse(v.array(rowSchema), rows).map((row) => {
      const { id, artwork, trackId, fileName, trackTitle, hasNote } = row;
      const path = trackId && filePath({ id: trackId, fileName: fileName ?? "" });
      const details = {
        /** The path of a small picture. */
        artwork: artwork ? previewPath(artwork) : undefined,
        /** The first track, if its file is stored. */
        track: path ? { title: trackTitle || "Track 1", path } : undefined,
        /** Whether staff wrote notes on it. */
        hasNote: hasNote === 1,
      };
      return [id, details] as const;
    }),
  );
}
