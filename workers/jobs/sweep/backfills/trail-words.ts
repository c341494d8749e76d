import { sql } from "drizzle-orm";
import type { Backfill } from "./backfill";

const isGone = (table: string) =>
  sql`NOT EXISTS (SELECT 1 FROM ${sql.raw(table)} AS subject WHERE subject.id = audit.subject)`;

/**
 * Words in the trail about what was removed before 0032 took them along: see `forgetWords`. That
 * something was done, to what and by whom, stays.
 */
export const trailWords: Backfill = {
  name: "trail-words",
  table: "audit",
  key: "id",
  statements: (slice) => [
    sql`UPDATE audit SET detail = NULL
      WHERE id IN (${slice}) AND detail IS NOT NULL AND action IN ('status-set', 'artist-note-written', 'store-links-set')
        AND ${isGone("submissions")} AND ${isGone("waiting_list")}`,
    sql`UPDATE audit SET detail = NULL
      WHERE id IN (${slice}) AND detail IS NOT NULL AND action IN ('account-made', 'account-code-changed')
        AND NOT EXISTS (SELECT 1 FROM artists WHERE artists.id = audit.subject AND deleted_at IS NULL)`,
    // The name of an item that was made on the board said whose release it is, and nothing leads to it.
    sql`UPDATE audit SET detail = NULL WHERE id IN (${slice}) AND detail IS NOT NULL AND action = 'board-item-made'`,
    // Who signed, of accounts that were deleted: see `unnameSigner`.
    sql`UPDATE audit SET staff_name = substr(staff_id, 8)
      WHERE id IN (${slice}) AND action = 'agreement-signed' AND staff_id LIKE 'artist:%'
        AND EXISTS (SELECT 1 FROM signature_requests AS request JOIN artists ON artists.id = request.artist_id
          WHERE request.id = audit.subject AND artists.deleted_at IS NOT NULL)`,
    // And of agreements that are gone: see `forgetSigners`.
    sql`UPDATE audit SET staff_id = 'artist', staff_name = 'An artist', detail = NULL
      WHERE id IN (${slice}) AND action = 'agreement-signed' AND ${isGone("signature_requests")}`,
  ],
};
