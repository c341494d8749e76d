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

interface ListedLink extends Row {
  state: LinkState;
}

const PAGE_SIZE = 50;

type LinkStateFields = Pick<
  Row,
  "kind" | "usedAt" | "deactivatedAt" | "expiresAt" | "useCount" | "openedAt"
>;

function toLinkState(row: LinkStateFields, now: Date): LinkState {
  const isUsed = row.kind === "invited" && row.usedAt !== null;
  if (isUsed) return "used";
  if (row.deactivatedAt !== null) return "deactivated";
  if (row.expiresAt <= now.toISOString()) return "expired";
  if (row.useCount > 0) return "used";
  return row.openedAt === null ? "unused" : "opened";
}

/** Lower case, upper case and capitalized. SQLite's lower() knows ASCII letters only. */
function spellingVariants(word: string): string[] {
  const [first = "", ...rest] = word.toLowerCase();
  const lowerRest = rest.join("");
  return [...new Set([first + lowerRest, word.toUpperCase(), first.toUpperCase() + lowerRest])];
}

function matchesWords(search: string): SQL {
  const words = search.split(/\s+/).filter(Boolean).map(spellingVariants);
  // Not LIKE, which D1 limits to patterns of 50 bytes. One bound value: D1 allows a hundred.
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(words)}) AS word
    WHERE NOT EXISTS (SELECT 1 FROM json_each(word.value) AS spelling
      WHERE instr(lower(artist_name), lower(spelling.value)) > 0
        OR instr(lower(email), lower(spelling.value)) > 0))`;
}

/**
 * A page of links of both kinds, latest first.
 * @param query all words of `search` occur in the artist's name or address; `before` is the id
 * after which the page begins.
 * @returns the links, and the id after which the next page begins, if there is one.
 */
export async function listLinks(
  db: Database,
  { search, before }: { search: string; before: string | undefined },
  now: Date,
): Promise<{ links: ListedLink[]; next: string | undefined }> {
  const matches: SQL = sql`(${before ?? null} IS NULL OR id < ${before ?? null})
    AND ${matchesWords(search)}`;
  const linkColumns = sql`id, artist_name AS artistName, email, expires_at AS expiresAt,
    deactivated_at AS deactivatedAt, opened_at AS openedAt`;
  const creatorColumns = sql`staff_name AS staffName, created_at AS createdAt`;
  // Each half has its own limit, so that neither table is read whole.
  const rawRows = await db.all(sql`SELECT * FROM (
      SELECT 'invited' AS kind, ${linkColumns}, redeemed_at AS usedAt,
        redeemed_by IS NOT NULL AS useCount, ${creatorColumns}
      FROM ${invitations} WHERE ${matches} ORDER BY id DESC LIMIT ${PAGE_SIZE + 1})
    UNION ALL SELECT * FROM (
      SELECT 'returning', ${linkColumns}, last_used_at, use_count, ${creatorColumns}
      FROM ${returningLinks} WHERE ${matches} ORDER BY id DESC LIMIT ${PAGE_SIZE + 1})
    ORDER BY id DESC LIMIT ${PAGE_SIZE + 1}`);
  const rows = v.parse(v.array(rowSchema), rawRows);
  const links = rows.slice(0, PAGE_SIZE).map((row) => ({ ...row, state: toLinkState(row, now) }));
  return { links, next: rows.length > PAGE_SIZE ? links.at(-1)?.id : undefined };
}

export async function invitationOfEntry(db: Database, entryId: string, now: Date) {
  const [row] = await db
    .select()
    .from(invitations)
    .where(and(eq(invitations.waitingListId, entryId), isNull(invitations.deactivatedAt)));
  if (!row) return undefined;
  const { redeemedBy, redeemedAt, deactivatedAt, expiresAt, openedAt } = row;
  const { artistName, email, staffName, createdAt } = row;
  const useCount = redeemedBy === null ? 0 : 1;
  const fields = { kind: "invited", usedAt: redeemedAt, useCount } as const;
  const state = toLinkState({ ...fields, deactivatedAt, expiresAt, openedAt }, now);
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
