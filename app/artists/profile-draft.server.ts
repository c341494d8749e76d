import { and, eq, isNull, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import { type Account, findAccount, normalizeEmail } from "./accounts.server";
import { artists } from "./artist-tables.server";
import { changedFields, type ProfileForm, profileFormSchema } from "./edit-profile";
import type { Profile } from "./profile";

/** What was typed into the form of a profile and not saved yet: it is shown to its artist alone. */
const typedSchema = v.object({
  /** ISO: when. */
  at: v.string(),
  form: profileFormSchema,
});
type TypedProfile = v.InferOutput<typeof typedSchema>;

/** What an account has of it; undefined while all that was typed is saved. */
export function profileDraftOf({ typed }: Pick<Account, "typed">): TypedProfile | undefined {
  return typed === null ? undefined : v.parse(typedSchema, JSON.parse(typed));
}

/** How the form reads now: as it was typed, else as it is saved. */
export function profileFormValues(account: Account): Profile & { email: string } {
  return { ...account.profile, email: account.email, ...profileDraftOf(account)?.form };
}

/** Names a state of a profile and its form, so that a page that was overtaken is known. */
export async function profileVersion({ version, typed }: Pick<Account, "version" | "typed">) {
  const form = profileDraftOf({ typed })?.form;
  return form ? `${version}-${(await sha256Hex(JSON.stringify(form))).slice(0, 16)}` : `${version}`;
}

/** How a profile and its form stand once a page wrote to it, or why it did not. */
export type ProfileSaveResult =
  | { kind: "kept"; token: string; at: string }
  /** Another tab or device did so meanwhile: what stands there now, since when. */
  | { kind: "conflict"; token: string; at: string; account: Account }
  | { kind: "too-large" }
  /** The account is no more. */
  | { kind: "gone" };

/** A profile and its links are a page of text. */
const MOST_BYTES = 64 * 1024;

const isSaved = ({ profile, email }: Account, form: ProfileForm) =>
  changedFields(profile, form).length === 0 && normalizeEmail(form.email) === email;

interface Write {
  id: string;
  form: ProfileForm;
  /** The token of what the page was opened with; without one nothing is written. */
  base: string | undefined;
  now: Date;
}

/**
 * Writes over the state that a page was opened with. Which of two is first decides the statement itself;
 * who comes second with the same words has them kept.
 * @param isSave whether the words become the profile; else they are kept beside it, as they were typed.
 */
async function write(db: Database, { id, form, base, now }: Write, isSave: boolean) {
  const at = now.toISOString();
  for (;;) {
    const account = await findAccount(db, id);
    if (!account) return { kind: "gone" } as const;
    const current = await profileVersion(account);
    const typedJson = isSave || isSaved(account, form) ? null : JSON.stringify({ at, form });
    const version = isSave ? account.version + 1 : account.version;
    if (typedJson !== null && new TextEncoder().encode(typedJson).length > MOST_BYTES)
      return { kind: "too-large" } as const;
    const token = await profileVersion({ version, typed: typedJson });
    const shownAt = profileDraftOf(account)?.at ?? account.updatedAt;
    const isRepeated = isSave
      ? changedFields(account.profile, form).length === 0
      : token === current;
    if (base !== current && !isRepeated)
      return { kind: "conflict", token: current, at: shownAt, account } as const;
    const set = isSave
      ? { profile: JSON.stringify(profileIn(form)), version, typed: typedJson, updatedAt: at }
      : { typed: typedJson };
    const rows = await db
      .update(artists)
      .set(set)
      .where(
        and(
          ...[eq(artists.id, id), eq(artists.version, account.version)],
          ...[sql`${artists.typed} IS ${account.typed}`, isNull(artists.deletedAt)],
        ),
      )
      .returning({ id: artists.id });
    if (rows.length > 0) return { kind: "kept", token, at } as const;
    // Another page was faster.
  }
}

function profileIn(form: ProfileForm): Profile {
  const { spotifyChoice, spotifyVerified, spotifyArtistName, email, ...profile } = form;
  return profile;
}

/** Saves a profile, which ends what was typed and not saved. */
export const saveProfile = (db: Database, save: Write): Promise<ProfileSaveResult> =>
  write(db, save, true);

/** Keeps what is typed into the form of a profile, until it is saved or given up. */
export const saveProfileDraft = (db: Database, change: Write): Promise<ProfileSaveResult> =>
  write(db, change, false);

/** Gives up what was typed and not saved. Pages that still show it are told, as of any change. */
export async function discardProfileDraft(db: Database, id: string): Promise<void> {
  await db
    .update(artists)
    .set({ typed: null, version: sql`${artists.version} + 1` })
    .where(and(eq(artists.id, id), isNull(artists.deletedAt)));
}
