import { and, eq, isNull, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import { type Account, findAccount, normalizeEmail } from "./accounts.server";
import { artists } from "./artist-tables.server";
import { changedFields, type ProfileForm, profileFormSchema } from "./edit-profile";
import type { Profile } from "./profile";

/** Unsaved values of the profile form; displayed to the artist only. */
const draftSchema = v.object({
  /** ISO time. */
  at: v.string(),
  form: profileFormSchema,
});
type ProfileDraft = v.InferOutput<typeof draftSchema>;

/** Undefined if there are no unsaved values. */
export function profileDraftOf({ typed }: Pick<Account, "typed">): ProfileDraft | undefined {
  return typed === null ? undefined : v.parse(draftSchema, JSON.parse(typed));
}

export function profileFormValues(account: Account): Profile & { email: string } {
  return { ...account.profile, email: account.email, ...profileDraftOf(account)?.form };
}

/** A version token of the saved and unsaved values, for optimistic locking. */
export async function profileVersion({ version, typed }: Pick<Account, "version" | "typed">) {
  const form = profileDraftOf({ typed })?.form;
  return form ? `${version}-${(await sha256Hex(JSON.stringify(form))).slice(0, 16)}` : `${version}`;
}

export type ProfileSaveResult =
  | { kind: "saved"; token: string; at: string }
  /** Another tab or device wrote first; `account` has the current values. */
  | { kind: "conflict"; token: string; at: string; account: Account }
  | { kind: "gone" };

const isSaved = ({ profile, email }: Account, form: ProfileForm) =>
  changedFields(profile, form).length === 0 && normalizeEmail(form.email) === email;

interface ProfileWrite {
  id: string;
  form: ProfileForm;
  /** Version token that the page was opened with; without one nothing is written. */
  base: string | undefined;
  now: Date;
}

/**
 * Writes if the version is unchanged; the UPDATE itself decides between concurrent writes. The
 * same values sent twice do not conflict.
 * @param isSave whether to save the profile; else the values are stored as unsaved.
 */
async function write(db: Database, { id, form, base, now }: ProfileWrite, isSave: boolean) {
  const timestamp = now.toISOString();
  for (;;) {
    const account = await findAccount(db, id);
    if (!account) return { kind: "gone" } as const;
    const current = await profileVersion(account);
    const draftJson =
      isSave || isSaved(account, form) ? null : JSON.stringify({ at: timestamp, form });
    const version = isSave ? account.version + 1 : account.version;
    const token = await profileVersion({ version, typed: draftJson });
    const currentAt = profileDraftOf(account)?.at ?? account.updatedAt;
    const isRepeated = isSave
      ? changedFields(account.profile, form).length === 0
      : token === current;
    if (base !== current && !isRepeated)
      return { kind: "conflict", token: current, at: currentAt, account } as const;
    const set = isSave
      ? {
          profile: JSON.stringify(toProfile(form)),
          version,
          typed: draftJson,
          updatedAt: timestamp,
        }
      : { typed: draftJson };
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
    if (rows.length > 0) return { kind: "saved", token, at: timestamp } as const;
    // Another write came first: try again with its version.
  }
}

function toProfile(form: ProfileForm): Profile {
  const { spotifyChoice, spotifyVerified, spotifyArtistName, email, ...profile } = form;
  return profile;
}

export const saveProfile = (db: Database, save: ProfileWrite): Promise<ProfileSaveResult> =>
  write(db, save, true);

/** Stores unsaved values until they are saved or discarded. */
export const saveProfileDraft = (db: Database, change: ProfileWrite): Promise<ProfileSaveResult> =>
  write(db, change, false);

/** Discards unsaved values. Pages that still show them get a conflict. */
export async function discardProfileDraft(db: Database, id: string): Promise<void> {
  await db
    .update(artists)
    .set({ typed: null, version: sql`${artists.version} + 1` })
    .where(and(eq(artists.id, id), isNull(artists.deletedAt)));
}
