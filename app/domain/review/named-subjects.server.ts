import { sql } from "drizzle-orm";
import * as v from "valibot";
import { type Database, textListSql } from "~/platform/database.server";

const namedSubjectSchema = v.object({
  subject: v.string(),
  kind: v.picklist(["entry", "link", "account"]),
  /** What its page is found by: the id of an entry, the address of a link, the id of an artist. */
  key: v.string(),
  artistName: v.string(),
  /** Of an entry's release; empty without one. */
  title: v.string(),
});

/** An entry of the queue, a link or an account that an audit entry is about. */
export type NamedSubject = v.InferOutput<typeof namedSubjectSchema>;

/**
 * Finds what ids of the audit log name, each by its key: entries, also by one of their jobs or files,
 * links and accounts. What was deleted is left out.
 */
export async function namedSubjects(
  db: Database,
  subjects: readonly string[],
): Promise<Map<string, NamedSubject>> {
  const wanted = sql`${textListSql(subjects)} AS wanted`;
  const entryColumns = sql.raw(
    "wanted.value AS subject, 'entry' AS kind, item.id AS key, item.artist_name AS artistName, item.title",
  );
  const linkColumns = sql.raw(
    "wanted.value AS subject, 'link' AS kind, link.email AS key, link.artist_name AS artistName, '' AS title",
  );
  // D1 takes at most five parts of a UNION.
  const entryQuery = sql`SELECT ${entryColumns} FROM ${wanted}
      CROSS JOIN review_items AS item ON item.id = wanted.value
    UNION ALL SELECT ${entryColumns} FROM ${wanted} CROSS JOIN jobs AS job ON job.id = wanted.value
      CROSS JOIN review_items AS item ON item.id = coalesce(job.submission_id, job.subject)
    UNION ALL SELECT ${entryColumns} FROM ${wanted}
      CROSS JOIN uploads AS file ON file.id = wanted.value
      CROSS JOIN submissions AS sent ON sent.draft_id = file.draft_id
      CROSS JOIN review_items AS item ON item.id = sent.id`;
  const otherQuery = sql`SELECT ${linkColumns} FROM ${wanted}
      CROSS JOIN invitations AS link ON link.id = wanted.value
    UNION ALL SELECT ${linkColumns} FROM ${wanted}
      CROSS JOIN returning_links AS link ON link.id = wanted.value
    UNION ALL SELECT wanted.value, 'account', account.artist_id,
        coalesce(account.profile ->> '$.artistName', account.profile ->> '$.name', ''), ''
      FROM ${wanted} CROSS JOIN artists AS account ON account.id = wanted.value
      WHERE account.deleted_at IS NULL`;
  const rows = (await Promise.all([db.all(entryQuery), db.all(otherQuery)])).flat();
  const found = v.parse(v.array(namedSubjectSchema), rows);
  return new Map(found.map((subject) => [subject.subject, subject]));
}
