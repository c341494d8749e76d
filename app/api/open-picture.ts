import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import type { IRequestStrict } from "itty-router";
import { type Account, findByArtistId } from "~/artists/accounts.server";
import { readArtistId } from "~/artists/codes.server";
import { readPicture, readPictureSize } from "~/artists/picture";
import { refuse } from "./replies";
import { NOT_FOUND, sendStored } from "./stored-reply";

/** Whether whoever asks may see an artist's picture: themselves, staff, and everybody once it is public. */
async function maySee({ scope }: Portal, account: Account): Promise<boolean> {
  if (account.publishedAt !== null) return true;
  const artist = await scope.artist();
  return artist?.id === account.id || (await scope.principal()).kind === "staff";
}

/**
 * GET and HEAD /files/pictures/{artistId}/{pictureId}/{size}: an artist's picture, small or large. One
 * that may not be seen looks the same as one that does not exist.
 */
export async function openPicture(request: IRequestStrict, portal: Portal): Promise<Response> {
  const { params } = request;
  const artistId = readArtistId(String(params.artistId).slice(0, 40));
  const account = artistId && (await findByArtistId(portal.db, artistId));
  const size = readPictureSize(params.size);
  const picture = account ? readPicture(account.picture) : undefined;
  const isIt = picture !== undefined && picture.id === params.pictureId;
  if (!account || !size || !isIt || !(await maySee(portal, account))) return refuse(404, NOT_FOUND);
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
