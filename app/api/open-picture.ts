import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import type { IRequestStrict } from "itty-router";
import { type Account, findByArtistId } from "~/artists/accounts.server";
import { readArtistId } from "~/artists/codes.server";
import { readPicture, readPictureSize } from "~/artists/picture";
import { refuse } from "./replies";
import { NOT_FOUND, sendStored } from "./stored-reply";

/**
 * Whether whoever asks may see an artist's picture: themselves, staff, and everybody once it is public. Who
 * asks is looked up whether or not there is such an artist: how long that takes tells nothing.
 */
async function maySee({ scope }: Portal, account: Account | undefined): Promise<boolean> {
  const [artist, principal] = [await scope.artist(), await scope.principal()];
  if (!account) return false;
  if (account.publishedAt !== null || artist?.id === account.id) return true;
  return principal.kind === "staff";
}

/**
 * GET and HEAD /files/pictures/{artistId}/{pictureId}/{size}: an artist's picture, small or large. One
 * that may not be seen looks the same as one that does not exist.
 */
export async function openPicture(request: IRequestStrict, portal: Portal): Promise<Response> {
  const { params } = request;
  // No artist has that one: what cannot be an id is looked up like one that nobody has.
  const artistId = readArtistId(String(params.artistId).slice(0, 40)) ?? "";
  const account = await findByArtistId(portal.db, artistId);
  const isSeen = await maySee(portal, account);
  const size = readPictureSize(params.size);
  const picture = account ? readPicture(account.picture) : undefined;
  const isIt = picture !== undefined && picture.id === params.pictureId;
  if (!isSeen || !size || !isIt) return refuse(404, NOT_FOUND);
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
