import { type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { pastStatusSchema, withoutUndone } from "~/domain/submission/record/past-statuses";
import { hasSignedAgreementSql } from "~/domain/submission/record/signed-agreement.server";
import { storeLinksOf } from "~/domain/submission/record/store-links";
import { releaseDateSql } from "~/domain/submission/record/title-sql.server";
import type { Database } from "~/platform/database.server";
import { isAccepted } from "~/reference/statuses";
import { statusMailKey } from "./status-mail-key";

/** What the mail about a new status says besides the status. */
export type StatusMailFacts = ReturnType<
  Awaited<ReturnType<typeof readStatusMailFacts>>["get"]
> & {};

const rowsSchema = v.array(
  v.object({
    id: v.string(),
    firstName: v.nullable(v.string()),
    history: v.pipe(v.string(), v.parseJson(), v.array(pastStatusSchema)),
    untold: v.pipe(v.string(), v.parseJson(), v.array(v.string())),
    publishedAt: v.nullable(v.string()),
    storeLinks: v.string(),
    hasSigned: v.number(),
    hasSongwriters: v.number(),
    releaseDate: v.string(),
    createdAt: v.string(),
    replyDueAt: v.string(),
  }),
);

/** The keys of the mails that have not told of their status. */
const untoldSql = (submissionId: SQL) => sql`(SELECT json_group_array(dedupe_key) FROM mail_outbox
  WHERE submission_id = ${submissionId} AND kind = 'status-change'
  AND state IN ('waiting', 'held', 'dropped'))`;

/** Whether the artist was told of an earlier yes. */
function isYesTold({ id, history, untold }: v.InferOutput<typeof rowsSchema>[number]): boolean {
  const changes = history.map((entry, number) => ({ ...entry, number }));
  return withoutUndone(changes).some(
    ({ status, number }) =>
      isAccepted(status) && !untold.includes(statusMailKey(id, status, `change ${number}`)),
  );
}

/** Of submissions and waiting list entries, by id, in one query. Read before the new status is written. */
export async function readStatusMailFacts(db: Database, ids: readonly string[]) {
  const chosen = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const rows = await db.all(sql`SELECT id, json_extract(form_data, '$.firstName') AS firstName,
      status_history AS history, ${untoldSql(sql`submissions.id`)} AS untold, published_at AS publishedAt, store_links AS storeLinks,
      ${hasSignedAgreementSql(sql`submissions.id`)} AS hasSigned,
      EXISTS (SELECT 1 FROM json_each(form_data, '$.tracks') AS track
        WHERE NOT coalesce(track.value ->> '$.metadata.soloWork', 0)
        AND json_array_length(track.value, '$.metadata.songwriters') > 0) AS hasSongwriters,
      ${releaseDateSql} AS releaseDate, created_at AS createdAt, reply_due_at AS replyDueAt
    FROM submissions WHERE id IN ${chosen}
    UNION ALL SELECT id, json_extract(artist_data, '$.firstName'), status_history, '[]', NULL, '[]', 0, 0, '', '', ''
    FROM waiting_list WHERE id IN ${chosen}`);
  return new Map(
    v.parse(rowsSchema, rows).map((row) => [
      row.id,
      {
        firstName: row.firstName?.trim() ?? "",
        /** Whether no mail has said yes yet. */
        isNew: !isYesTold(row),
        hasSigned: row.hasSigned === 1,
        /** Whether a track has a songwriter who is to confirm a share. */
        hasSongwriters: row.hasSongwriters === 1,
        ...{ releaseDate: row.releaseDate, createdAt: row.createdAt, replyDueAt: row.replyDueAt },
        isPublished: row.publishedAt !== null,
        stores: storeLinksOf(row),
      },
    ]),
  );
}
