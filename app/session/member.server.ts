import type { AppLoadContext } from "@remix-run/cloudflare";
import { findAccount } from "~/artists/accounts.server";
import { picturePath, readPicture } from "~/artists/picture";
import { shownName } from "~/artists/profile";
import { draftCookieOf } from "./draft-cookie.server";

/** Whom the bar shows; undefined for a visitor who is not signed in. */
export async function memberOf(
  request: Request,
  { db, scope, settings }: Pick<AppLoadContext, "db" | "scope" | "settings">,
): Promise<{ name: string; picture: string | undefined; brought: string | undefined } | undefined> {
  const artist = await scope.artist();
  const account = artist && (await findAccount(db, artist.id));
  const picture = account && readPicture(account.picture);
  const draft = account && (await draftCookieOf(request, { scope, settings }));
  return (
    account && {
      name: shownName(account.profile),
      picture: picture && picturePath(account.artistId, picture.id, "small"),
      brought: typeof draft === "object" && draft.state === "brought" ? draft.draftId : undefined,
    }
  );
}
