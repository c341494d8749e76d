import * as v from "valibot";
import type { DraftOwner } from "~/domain/submission/draft/open-draft.server";
import { latestAccountSubmission } from "~/domain/submission/record/account-submissions.server";
import { prefillFromRelease } from "~/domain/submission/record/release-prefill";
import { type ArtistAnswers, artistAnswersSchema } from "~/domain/submission/steps/artist-step";
import type { Database } from "~/platform/database.server";
import { isSameName } from "~/platform/formats/same-name";
import { writtenName } from "~/platform/formats/written-name";
import { findAccount } from "./accounts.server";
import { type Profile, sharedFields } from "./profile";

/** Which part of it is the surname, only the artist knows. */
function splitName(name: string) {
  const [firstName = "", ...names] = name.trim().split(/\s+/);
  return { firstName, surname: names.join(" ") };
}

function toAnswers(
  email: string,
  profile: Profile,
  last: ArtistAnswers | undefined,
): ArtistAnswers {
  const keepsName = !profile.name.trim() || isSameName(writtenName(last ?? {}), profile.name);
  const accountFields = {
    ...sharedFields(profile),
    ...(keepsName ? {} : splitName(profile.name)),
  };
  // The profile overrides the last release.
  const filledFields = Object.entries(accountFields).filter(([, text]) => text.trim() !== "");
  return v.parse(artistAnswersSchema, {
    ...last,
    ...(keepsName ? {} : { fullName: "" }),
    ...Object.fromEntries(filledFields),
    email,
  });
}

/**
 * Initial values of the wizard for a signed-in artist: profile, and genre and contributors of the
 * last release. Not stored before it is submitted.
 * @param artistId undefined if nobody is signed in.
 */
export async function artistPrefill(
  db: Database,
  artistId: string | undefined,
): Promise<(DraftOwner & { answers: ArtistAnswers }) | undefined> {
  const account = artistId === undefined ? undefined : await findAccount(db, artistId);
  if (!account) return undefined;
  const last = await latestAccountSubmission(db, account.id);
  const previous = last && prefillFromRelease(last.form);
  const answers = toAnswers(account.email, account.profile, previous?.artist);
  return { artistId: account.id, prefill: previous?.next, answers };
}
