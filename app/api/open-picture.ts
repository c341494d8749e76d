import type { IRequestStrict } from "itty-router";
import { type Account, findByArtistId } from "~/artists/accounts.server";
import { readArtistId } from "~/artists/codes.server";
import { readPicture, readPictureSize } from "~/artists/picture";
import type { Portal } from "~/session/portal";
import { refusal } from "~/session/refusal";
import { refuse } from "./replies";
import { NOT_FOUND, sendStored } from "./stored-reply";

/**
 * Guards an artist's picture: it is seen by themselves, by staff, and by everybody once it is public. Who
 * asks is looked up whether or not there is such an artist: how long that takes tells nothing.
 * @throws Response 404, as for an artist that there is not.
 */
async function requireSeen({ scope }: Portal, account: Account | undefined): Promise<Account> {
  const asker = await scope.principal();
  const maySee = asker.kind === "staff" || (asker.kind === "artist" && asker.id === account?.id);
  if (account && (account.publishedAt !== null || maySee)) return account;
  throw refusal(404, NOT_FOUND);
}

/**
 * GET and HEAD /files/pictures/{artistId}/{pictureId}/{size}: an artist's picture, small or large. One
 * that may not be seen looks the same as one that does not exist.
 */
export async function openPicture(request: IRequestStrict, portal: Portal): Promise<Response> {
  const { params } = request;
  // No artist has that one: what cannot be an id is looked up like one that nobody has.
  const artistId = readArtistId(String(params.artistId).slice(0, 40)) ?? "";
  const account = await requireSeen(portal, await findByArtistId(portal.db, artistId));
  const size = readPictureSize(params.size);
  const picture = readPicture(account.picture);
  if (!size || !picture || picture.id !== params.pictureId) return refuse(404, NOT_FOUND);
  const { own } = portal.uploads;
  const key = picture[size];
  const bytes = await own.size(key);
  if (bytes === undefined) return refuse(404, NOT_FOUND);
  return sendStored(request, {
    fileName: "picture.jpg",
    contentType: "image/jpeg",
    size: bytes,
    // A picture never changes: another has another id.
    hash: `${picture.id}-${size}`,
    read: (range) => own.read(key, range),
  });
}
