import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { type Database, rowValues, type Statement } from "~/platform/database.server";
import { artists } from "./artist-tables.server";
import { type Profile, parseProfile, profileSchema } from "./profile";

type Row = typeof artists.$inferSelect;

export interface Account extends Omit<Row, "profile"> {
  profile: Profile;
}

export function toAccount({ profile, ...row }: Row): Account {
  return { ...row, profile: parseProfile(profile) };
}

/** The form of an email address by which accounts are found. */
export const normalizeEmail = (email: string) => email.trim().toLowerCase();

/**
 * The statement that creates an account unless its address has one. It belongs into the batch of
 * what causes it, such as an approval; of two concurrent ones one is created.
 * @param when a condition; where it does not hold in that batch, nothing is created.
 */
export function insertAccountStatement(
  db: Database,
  account: {
    id: string;
    artistId: string;
    codeMark: string;
    email: string;
    profile: Partial<Profile>;
  },
  now: Date,
  when: SQL = sql`1`,
): Statement {
  const { id, artistId, codeMark } = account;
  const email = normalizeEmail(account.email);
  const profile = JSON.stringify(v.parse(profileSchema, account.profile));
  const timestamp = now.toISOString();
  const row: typeof artists.$inferInsert = {
    id,
    artistId,
    codeMark,
    email,
    profile,
    createdAt: timestamp,
    updatedAt: timestamp,
  };
  return db
    .insert(artists)
    .select(sql`SELECT ${rowValues(artists, row)} WHERE ${when}`)
    .onConflictDoNothing();
}

const isNotDeleted = isNull(artists.deletedAt);

/** The account with this id, unless it was deleted. */
export async function findAccount(db: Database, id: string): Promise<Account | undefined> {
  const [row] = await db
    .select()
    .from(artists)
    .where(and(eq(artists.id, id), isNotDeleted));
  return row && toAccount(row);
}

export async function findByArtistId(db: Database, artistId: string): Promise<Account | undefined> {
  const [row] = await db
    .select()
    .from(artists)
    .where(and(eq(artists.artistId, artistId), isNotDeleted));
  return row && toAccount(row);
}

export async function findByEmail(db: Database, email: string): Promise<Account | undefined> {
  const [row] = await db
    .select()
    .from(artists)
    .where(and(eq(artists.email, normalizeEmail(email)), isNotDeleted));
  return row && toAccount(row);
}
