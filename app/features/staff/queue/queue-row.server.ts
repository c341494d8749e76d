import { sql } from "drizzle-orm";
import * as v from "valibot";
import type { ReviewItem } from "~/domain/review/review-item";
import { NO_PREVIEW, previewPath } from "~/domain/uploads/preview";
import type { Database } from "~/platform/database.server";

const rowsSchema = v.array(v.object({ id: v.string(), artwork: v.string() }));

/** The paths of small pictures of a page's entries, by their ids, in one statement. */
export async function artworkPreviews(db: Database, items: readonly Pick<ReviewItem, "id">[]) {
  const ids = JSON.stringify(items.map(({ id }) => id));
  // The condition for pictures is that of `previewOf`.
  const rows = await db.all(sql`SELECT shown.value AS id, artwork.id AS artwork
    FROM json_each(${ids}) AS shown
    CROSS JOIN submissions AS sent ON sent.id = shown.value AND json_valid(form_data)
    CROSS JOIN uploads AS artwork ON artwork.id = json_extract(form_data, '$.artworkUploadId')
      AND artwork.kind <> 'track' AND artwork.state = 'complete' AND artwork.preview IS NOT ${NO_PREVIEW}`);
  return new Map(
    v.parse(rowsSchema, rows).map(({ id, artwork }) => [id, previewPath(artwork)] as const),
  );
}
