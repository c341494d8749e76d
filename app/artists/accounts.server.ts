import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { type Database, rowValues, type Statement } from "~/platform/database.server";
import { artists } from "./artist-tables.server";
import { type Profile, parseProfile, profileSchema } from "./profile";

type Row = typeof artists.$inferSelect;

/** An artist's account. */
export interface Account extends Omit<Row, "profile"> {
  profile: Profile;
}

/** A stored row as the account it is. */
export function toAccount({ profile, ...row }: Row): Account {
  return { ...row, profile: parseProfile(profile) };
}

/** An address as accounts are found by it. */
export const normalizeEmail = (email: string) => email.trim().toLowerCase();

/**
 * The statement that makes an account where its address has none: for the batch of what makes it, such
 * as the approval of a submission. Of two at once one is made.
 * @param when a condition; where it does not hold in that batch, nothing is made.
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
  at: Date,
  when: SQL = sql`1`,
): Statement {
  const { id, artistId, codeMark } = account;
  const email = normalizeEmail(account.email);
  const profile = JSON.stringify(v.parse(profileSchema, account.profile));
  const now = at.toISOString();
  const row: Row = {
    id,
    artistId,
    codeMark,
    email,
    profile,
    version: 1,
    typed: null,
    status: "Active",
    picture: null,
    mailChoices: "{}",
    contractSignatureId: null,
    publishedAt: null,
    deletedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  return db
    .insert(artists)
    .select(sql`SELECT ${rowValues(artists, row)} WHERE ${when}`)
    .onConflictDoNothing();
}

const lasting = isNull(artists.deletedAt);

/** The account with this id; undefined for none, and for one that was deleted. */
export async function findAccount(db: Database, id: string): Promise<Account | undefined> {
  const [row] = await db
    .select()
    .from(artists)
    .where(and(eq(artists.id, id), lasting));
  return row && toAccount(row);
}

/** The account that signs in with this artist id. */
export async function findByArtistId(db: Database, artistId: string): Promise<Account | undefined> {
  const [row] = await db
    .select()
    .from(artists)
    .where(and(eq(artists.artistId, artistId), lasting));
  return row && toAccount(row);
}

/** The account of an address. */
export async function findByEmail(db: Database, email: string): Promise<Account | undefined> {
  const [row] = await db
    .select()
    .from(artists)
    .where(and(eq(artists.email, normalizeEmail(email)), lasting));
  return row && toAccount(row);
}
