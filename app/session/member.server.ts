import { findAccount } from "~/domain/artists/accounts.server";
import { picturePath, readPicture } from "~/domain/artists/picture";
import { findAccountWithCounts } from "~/domain/artists/portal-profile.server";
import { displayName } from "~/domain/artists/profile";
import type { SignedIn } from "~/platform/principal";
import type { AppContext } from "./app-context";
import { readNewDraftRef } from "./open-visitor-draft.server";
import { readDraft } from "./require-draft.server";
import { currentDraftSql } from "./unlocked-draft.server";

interface AccountDeps extends Pick<AppContext, "db" | "clock"> {
  scope: object;
  settings: Pick<AppContext["settings"], "SIGNING_SECRET">;
}

/** Accounts by request scope: the loaders of one page run in parallel and share one query. */
const accountsByScope = new WeakMap<object, ReturnType<typeof findAccountWithCounts>>();

/** The signed-in account with its counts, read once per request. */
export function readSignedInAccount(
  request: Request,
  context: AccountDeps,
  { id }: Pick<SignedIn, "id">,
): ReturnType<typeof findAccountWithCounts> {
  const read = async () =>
    findAccountWithCounts(context.db, id, await currentDraftSql(request, context));
  const account = accountsByScope.get(context.scope) ?? read();
  accountsByScope.set(context.scope, account);
  return account;
}

interface AccountBar {
  name: string;
  picture: string | undefined;
  /** The draft in this browser, if it belongs to the account. */
  ownDraft: string | undefined;
}

function toAccountBar(
  { profile, picture: pictureJson, artistId }: NonNullable<Awaited<ReturnType<typeof findAccount>>>,
  ownDraft: string | undefined,
): AccountBar {
  const picture = readPicture(pictureJson);
  return {
    name: displayName(profile),
    picture: picture && picturePath(artistId, picture.id, "small"),
    ownDraft,
  };
}

/** The account bar of a portal page; undefined for a visitor who is not signed in. */
export async function memberBar(
  request: Request,
  context: AppContext,
): Promise<AccountBar | undefined> {
  const artist = await context.scope.artist("read");
  if (!artist) return undefined;
  // The page below reports a failed read in its own words; an error here would hide it.
  const member = await readSignedInAccount(request, context, artist).catch(
    context.scope.logFailure,
  );
  return member ? toAccountBar(member.account, member.currentDraftId) : undefined;
}

/**
 * The account bar over the wizard. A draft without an account counts as the artist's: the next save assigns
 * it.
 */
export async function wizardMemberBar(
  request: Request,
  context: AppContext,
): Promise<AccountBar | undefined> {
  const artist = await context.scope.artist("read");
  const account = artist && (await findAccount(context.db, artist.id));
  if (!account) return undefined;
  const draft = await readDraft(request, context);
  if (typeof draft === "string") {
    const name = await readNewDraftRef(request, context);
    return toAccountBar(account, name?.draftId);
  }
  return toAccountBar(
    account,
    (draft.artistId ?? account.id) === account.id ? draft.id : undefined,
  );
}
