import type { IRequestStrict } from "itty-router";
import { type Account, findByArtistId } from "~/domain/artists/accounts.server";
import { readArtistId } from "~/domain/artists/codes.server";
import { readPicture, readPictureSize } from "~/domain/artists/picture";
import type { AppContext } from "~/session/app-context";
import { refusal } from "~/session/refusal";
import { refuse } from "./replies";
import { NOT_FOUND, sendStored } from "./stored-reply";

/**
 * A picture is visible to its artist and staff, and to everybody once published. The principal is always
 * looked up, so that timing tells nothing.
 * @throws Response 404, as for an unknown artist.
 */
async function requireVisible({ scope }: AppContext, account: Account | undefined) {
  const isStaff = (await scope.principal()).kind === "staff";
  const artist = await scope.artist("read");
  const canSee = isStaff || (artist !== undefined && artist.id === account?.id);
  if (account && (account.publishedAt !== null || canSee)) return account;
  throw refusal(404, NOT_FOUND);
}

/**
 * GET and HEAD /files/pictures/{artistId}/{pictureId}/{size}: an artist's picture, small or large. A
 * forbidden one looks like one that does not exist.
 */
export async function openPicture(request: IRequestStrict, context: AppContext): Promise<Response> {
  const { params } = request;
  // An invalid id becomes "", which no artist has, so it takes the same time as an unknown one.
  const artistId = readArtistId(String(params.artistId).slice(0, 40)) ?? "";
  const account = await requireVisible(context, await findByArtistId(context.db, artistId));
  const size = readPictureSize(params.size);
  const picture = readPicture(account.picture);
  if (!size || !picture || picture.id !== params.pictureId) return refuse(404, NOT_FOUND);
  const { own: storage } = context.uploads;
  const key = picture[size];
  const bytes = await storage.size(key);
  if (bytes === undefined) return refuse(404, NOT_FOUND);
  return sendStored(request, {
    fileName: "picture.jpg",
    contentType: "image/jpeg",
    size: bytes,
    // A new picture gets a new id.
    hash: `${picture.id}-${size}`,
    read: (range) => storage.read(key, range),
  });
}
