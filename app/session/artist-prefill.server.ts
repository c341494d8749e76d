import * as v from "valibot";
import { findAccount } from "~/artists/accounts.server";
import type { Profile } from "~/artists/profile";
import type { DraftOwner } from "~/submission/draft/open-draft.server";
import { latestAccountSubmission } from "~/submission/record/account-submissions.server";
import { prefillFromRelease } from "~/submission/record/release-prefill";
import { type ArtistAnswers, artistAnswersSchema } from "~/submission/steps/artist-step";
import type { Portal } from "./portal";

/** What the first step of a signed-in artist is filled in with. */
function answersOf(
  email: string,
  profile: Profile,
  last: ArtistAnswers | undefined,
): ArtistAnswers {
  const { artistName, country, city } = profile;
  const { spotifyProfile, instagramProfile, tiktokProfile } = profile;
  const [firstName = "", ...names] = profile.name.trim().split(/\s+/);
  const accountFacts = {
    artistName,
    country,
    city,
    firstName,
    surname: names.join(" "),
    spotifyProfile,
    instagramProfile,
    tiktokProfile,
  };
  // What they told of themselves goes before what they typed for a release.
  const filledFacts = Object.entries(accountFacts).filter(([, text]) => text.trim() !== "");
  return v.parse(artistAnswersSchema, { ...last, ...Object.fromEntries(filledFacts), email });
}

/**
 * What a wizard begins with for the artist who is signed in: their profile, and genre and contributors of
 * their last release. Nothing of it is stored before they send it.
 * @returns undefined where nobody is signed in.
 */
export async function artistPrefill({
  db,
  scope,
}: Pick<Portal, "db" | "scope">): Promise<(DraftOwner & { answers: ArtistAnswers }) | undefined> {
  const artist = await scope.artist();
  const account = artist && (await findAccount(db, artist.id));
  if (!account) return undefined;
  const last = await latestAccountSubmission(db, account.id);
  const before = last && prefillFromRelease(last.form);
  const answers = answersOf(account.email, account.profile, before?.artist);
  return { artistId: account.id, prefill: before?.next, answers };
}
