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

type ListedAccount = v.InferOutput<typeof rowSchema>;

const PAGE_SIZE = 50;

const field = (name: string) => sql`coalesce(json_extract(${artists.profile}, ${`$.${name}`}), '')`;

/**
 * A page of accounts, latest first.
 * @param query `search` matches part of a name, the address or the artist id; `before` is the id
 * after which the page begins.
 * @returns the accounts, and the id after which the next page begins, if there is one.
 */
export async function listAccounts(
  db: Database,
  { search, before }: { search: string; before: string | undefined },
): Promise<{ accounts: ListedAccount[]; next: string | undefined }> {
  const contains = (column: SQL) => sql`instr(lower(${column}), lower(${search})) > 0`;
  const rawRows = await db.all(sql`SELECT id, artist_id AS artistId, email,
      ${field("artistName")} AS artistName, ${field("name")} AS name, created_at AS createdAt,
      (SELECT count(*) FROM submissions WHERE submissions.artist_id = artists.id) AS submissions,
      (SELECT max(last_used_at) FROM artist_sessions
        WHERE artist_sessions.artist_id = artists.id) AS lastUsedAt
    FROM ${artists}
    WHERE deleted_at IS NULL AND (${before ?? null} IS NULL OR id < ${before ?? null})
      AND (${search} = '' OR ${contains(field("artistName"))} OR ${contains(field("name"))}
        OR ${contains(sql`email`)} OR ${contains(sql`artist_id`)})
    ORDER BY id DESC LIMIT ${PAGE_SIZE + 1}`);
  const rows = v.parse(v.array(rowSchema), rawRows);
  return {
    accounts: rows.slice(0, PAGE_SIZE),
    next: rows.length > PAGE_SIZE ? rows[PAGE_SIZE - 1]?.id : undefined,
  };
}
