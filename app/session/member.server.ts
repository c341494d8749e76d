import type { AppLoadContext } from "@remix-run/cloudflare";
import { findAccount } from "~/artists/accounts.server";
import { picturePath, readPicture } from "~/artists/picture";
import { shownName } from "~/artists/profile";

/** Whom the bar shows; undefined for a visitor who is not signed in. */
export async function memberOf({
  db,
  scope,
}: Pick<AppLoadContext, "db" | "scope">): Promise<
  { name: string; picture: string | undefined } | undefined
> {
  const artist = await scope.artist();
  const account = artist && (await findAccount(db, artist.id));
  const picture = account && readPicture(account.picture);
  return (
    account && {
      name: shownName(account.profile),
      picture: picture && picturePath(account.artistId, picture.id, "small"),
    }
  );
}
