import { findAccount } from "~/artists/accounts.server";
import { picturePath, readPicture } from "~/artists/picture";
import { findAccountWithCounts } from "~/artists/portal-profile.server";
import { displayName } from "~/artists/profile";
import type { SignedIn } from "~/platform/principal";
import { readNewDraftRef } from "~/session/open-visitor-draft.server";
import type { Portal } from "~/session/portal";
import { readDraft } from "~/session/require-draft.server";
import { currentDraftSql } from "~/session/unlocked-draft.server";

/** What reading an account takes of the portal. */
interface AccountDeps extends Pick<Portal, "db" | "clock"> {
  scope: object;
  settings: Pick<Portal["settings"], "SIGNING_SECRET">;
}

/** What a request has read of who is signed in, by its scope: the loaders of one page run side by side. */
const lookups = new WeakMap<object, ReturnType<typeof findAccountWithCounts>>();

/** The account of who is signed in, with all that its dashboard and the bar above it tell: asked for once. */
export function ownAccount(
  request: Request,
  context: AccountDeps,
  { id }: Pick<SignedIn, "id">,
): ReturnType<typeof findAccountWithCounts> {
  const read = async () =>
    findAccountWithCounts(context.db, id, await currentDraftSql(request, context));
  const lookup = lookups.get(context.scope) ?? read();
  lookups.set(context.scope, lookup);
  return lookup;
}

/** Whom the bar shows. */
interface Bar {
  name: string;
  picture: string | undefined;
  /** The draft of this browser, where it belongs to their account. */
  ownDraft: string | undefined;
}

function barOf(
  { profile, picture: pictureJson, artistId }: NonNullable<Awaited<ReturnType<typeof findAccount>>>,
  ownDraft: string | undefined,
): Bar {
  const picture = readPicture(pictureJson);
  return {
    name: displayName(profile),
    picture: picture && picturePath(artistId, picture.id, "small"),
    ownDraft,
  };
}

/** The bar of a page of the portal; undefined for a visitor who is not signed in. */
export async function memberBar(request: Request, context: Portal): Promise<Bar | undefined> {
  const artist = await context.scope.artist();
  if (!artist) return undefined;
  // What cannot be read the page below tells of, in its own words, which an error up here would hide.
  const member = await ownAccount(request, context, artist).catch(context.scope.logFailure);
  return member ? barOf(member.account, member.currentDraftId) : undefined;
}

/**
 * The same over the wizard. There a draft of nobody counts as theirs as well: whatever is saved of it from
 * this page on is.
 */
export async function wizardMemberBar(request: Request, context: Portal): Promise<Bar | undefined> {
  const artist = await context.scope.artist();
  const account = artist && (await findAccount(context.db, artist.id));
  if (!account) return undefined;
  const draft = await readDraft(request, context);
  if (typeof draft === "string") {
    const name = await readNewDraftRef(request, context);
    return barOf(account, name?.draftId);
  }
  return barOf(account, (draft.artistId ?? account.id) === account.id ? draft.id : undefined);
}
