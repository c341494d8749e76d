import { type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import { artists } from "./artist-tables.server";

const rowSchema = v.object({
  id: v.string(),
  artistId: v.string(),
  email: v.string(),
  artistName: v.string(),
  name: v.string(),
  createdAt: v.string(),
  submissions: v.number(),
  lastUsedAt: v.nullable(v.string()),
});

/** An account as staff see it. */
type ListedAccount = v.InferOutput<typeof rowSchema>;

/** Accounts on one page of the list. */
const PAGE = 50;

/** What is missing in a profile is empty, as everywhere. */
const field = (name: string) => sql`coalesce(json_extract(${artists.profile}, ${`$.${name}`}), '')`;

/**
 * Accounts, the latest first, a page of them.
 * @param asked `search` is a part of a name, the address or the artist id; `before` the id after which
 * the page begins.
 * @returns the accounts, and the id that the next page begins after, where there is one.
 */
export async function listAccounts(
  db: Database,
  { search, before }: { search: string; before: string | undefined },
): Promise<{ accounts: ListedAccount[]; next: string | undefined }> {
  const has = (column: SQL) => sql`instr(lower(${column}), lower(${search})) > 0`;
  const rawRows = await db.all(sql`SELECT id, artist_id AS artistId, email,
      ${field("artistName")} AS artistName, ${field("name")} AS name, created_at AS createdAt,
      (SELECT count(*) FROM submissions WHERE submissions.artist_id = artists.id) AS submissions,
      (SELECT max(last_used_at) FROM artist_sessions
        WHERE artist_sessions.artist_id = artists.id) AS lastUsedAt
    FROM ${artists}
    WHERE deleted_at IS NULL AND (${before ?? null} IS NULL OR id < ${before ?? null})
      AND (${search} = '' OR ${has(field("artistName"))} OR ${has(field("name"))}
        OR ${has(sql`email`)} OR ${has(sql`artist_id`)})
    ORDER BY id DESC LIMIT ${PAGE + 1}`);
  const rows = v.parse(v.array(rowSchema), rawRows);
  return {
    accounts: rows.slice(0, PAGE),
    next: rows.length > PAGE ? rows[PAGE - 1]?.id : undefined,
  };
}
