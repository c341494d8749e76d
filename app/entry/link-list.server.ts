import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import { invitations, returningLinks } from "./entry-tables.server";
import type { LinkState } from "./link-state";

const rowSchema = v.object({
  kind: v.picklist(["invited", "returning"]),
  id: v.string(),
  artistName: v.string(),
  email: v.string(),
  expiresAt: v.string(),
  deactivatedAt: v.nullable(v.string()),
  openedAt: v.nullable(v.string()),
  usedAt: v.nullable(v.string()),
  useCount: v.number(),
  staffName: v.nullable(v.string()),
  createdAt: v.string(),
});
type Row = v.InferOutput<typeof rowSchema>;

/** A link as staff see it. */
interface ListedLink extends Row {
  state: LinkState;
}

/** Links on one page of the list. */
const PAGE = 50;

type Stands = Pick<
  Row,
  "kind" | "usedAt" | "deactivatedAt" | "expiresAt" | "useCount" | "openedAt"
>;

function stateOf(row: Stands, now: Date): LinkState {
  const spent = row.kind === "invited" && row.usedAt !== null;
  if (spent) return "used";
  if (row.deactivatedAt !== null) return "deactivated";
  if (row.expiresAt <= now.toISOString()) return "expired";
  if (row.useCount > 0) return "used";
  return row.openedAt === null ? "unused" : "opened";
}

/**
 * How a word may stand in a name: in small letters, in capitals, and with one at its beginning. The
 * database itself knows only the English ones.
 */
function spellingsOf(word: string): string[] {
  const [first = "", ...rest] = word.toLowerCase();
  const small = rest.join("");
  return [...new Set([first + small, word.toUpperCase(), first.toUpperCase() + small])];
}

/** The condition that every word of a search is somewhere in the artist's name or address. */
function hasWords(search: string): SQL {
  const words = search.split(/\s+/).filter(Boolean).map(spellingsOf);
  // Not LIKE: D1 takes no pattern of more than 50 bytes. One value for all: it binds at most 100.
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(words)}) AS word
    WHERE NOT EXISTS (SELECT 1 FROM json_each(word.value) AS spelling
      WHERE instr(lower(artist_name), lower(spelling.value)) > 0
        OR instr(lower(email), lower(spelling.value)) > 0))`;
}

/**
 * Links of both kinds, the latest first, a page of them.
 * @param asked `search` has words that are all in the artist's name or address; `before` is the id after
 * which the page begins.
 * @returns the links, and the id that the next page begins after, where there is one.
 */
export async function listLinks(
  db: Database,
  { search, before }: { search: string; before: string | undefined },
  now: Date,
): Promise<{ links: ListedLink[]; next: string | undefined }> {
  const matches: SQL = sql`(${before ?? null} IS NULL OR id < ${before ?? null})
    AND ${hasWords(search)}`;
  const whose = sql`id, artist_name AS artistName, email, expires_at AS expiresAt,
    deactivated_at AS deactivatedAt, opened_at AS openedAt`;
  const maker = sql`staff_name AS staffName, created_at AS createdAt`;
  // Each half stops at its own page, so that neither is read whole.
  const rawRows = await db.all(sql`SELECT * FROM (
      SELECT 'invited' AS kind, ${whose}, redeemed_at AS usedAt,
        redeemed_by IS NOT NULL AS useCount, ${maker}
      FROM ${invitations} WHERE ${matches} ORDER BY id DESC LIMIT ${PAGE + 1})
    UNION ALL SELECT * FROM (
      SELECT 'returning', ${whose}, last_used_at, use_count, ${maker}
      FROM ${returningLinks} WHERE ${matches} ORDER BY id DESC LIMIT ${PAGE + 1})
    ORDER BY id DESC LIMIT ${PAGE + 1}`);
  const rows = v.parse(v.array(rowSchema), rawRows);
  const links = rows.slice(0, PAGE).map((row) => ({ ...row, state: stateOf(row, now) }));
  return { links, next: rows.length > PAGE ? links.at(-1)?.id : undefined };
}

/** The invitation of an entry of the waiting list, as long as nobody has stopped it; else undefined. */
export async function invitationOfEntry(db: Database, entryId: string, now: Date) {
  const [row] = await db
    .select()
    .from(invitations)
    .where(and(eq(invitations.waitingListId, entryId), isNull(invitations.deactivatedAt)));
  if (!row) return undefined;
  const { redeemedBy, redeemedAt, deactivatedAt, expiresAt, openedAt } = row;
  const { artistName, email, staffName, createdAt } = row;
  const useCount = redeemedBy === null ? 0 : 1;
  const stands = { kind: "invited", usedAt: redeemedAt, useCount } as const;
  const state = stateOf({ ...stands, deactivatedAt, expiresAt, openedAt }, now);
  return {
    state,
    artistName,
    email,
    staffName,
    createdAt,
    expiresAt,
    openedAt,
    redeemedBy,
    redeemedAt,
  };
}
