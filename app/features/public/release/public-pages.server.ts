import type { Account } from "~/domain/artists/accounts.server";
import { picturePath, readPicture } from "~/domain/artists/picture";
import type { Profile } from "~/domain/artists/profile";
import { profileLinks } from "~/domain/artists/profile-links";
import {
  findPublishedArtist,
  publicArtist,
  publishedArtists,
} from "~/domain/artists/published-artists.server";
import { coverPath, publicRelease } from "~/domain/publishing/public-release";
import {
  findPublished,
  latestPublished,
  publishedOfArtist,
} from "~/domain/publishing/published-releases.server";
import type { Submission } from "~/domain/submission/record/submission-store.server";
import { previewBytes } from "~/domain/uploads/receiving/make-preview.server";
import { findUpload, findUploads } from "~/domain/uploads/receiving/upload-store.server";
import { previewOf } from "~/domain/uploads/upload";
import type { AppContext } from "~/session/app-context";
import { NO_PAGE, refusal } from "~/session/refusal";

const labelFields = ({ settings, site }: Pick<AppContext, "settings" | "site">) => ({
  brand: settings.BRAND_NAME,
  site,
});

const STORES: ReadonlySet<string> = new Set(["Spotify", "Apple Music", "SoundCloud"]);

const storeLinks = ({ artistName }: { artistName: string }, profile: Profile) =>
  profileLinks(profile).flatMap(({ name, href }) =>
    STORES.has(name) ? [{ name: `${artistName} on ${name}`, href }] : [],
  );

const uniqueLinks = (links: { name: string; href: string }[]) =>
  [...new Map([...links].reverse().map((link) => [link.name, link])).values()].reverse();

async function requirePublished({ db }: Pick<AppContext, "db">, id: string | undefined) {
  const submission = await findPublished(db, (id ?? "").slice(0, 64));
  if (!submission) throw refusal(404, NO_PAGE);
  return submission;
}

/** Paths of artwork previews by release id. Whether a preview can be made is known after the first request. */
async function coverPaths(
  { db }: Pick<AppContext, "db">,
  submissions: readonly Submission[],
): Promise<ReadonlyMap<string, string>> {
  const ids = submissions.flatMap(({ form }) => form.artworkUploadId ?? []);
  const visible = (await findUploads(db, ids)).filter((upload) => previewOf(upload) !== undefined);
  const visibleIds = new Set(visible.map(({ id }) => id));
  return new Map(
    submissions
      .filter(({ form }) => form.artworkUploadId && visibleIds.has(form.artworkUploadId))
      .map(({ id }) => [id, coverPath(id)]),
  );
}

/** The page of a published release. @throws Response 404 for any other. */
export async function showRelease(context: AppContext, id: string | undefined) {
  const submission = await requirePublished(context, id);
  const release = publicRelease(submission);
  const [account, covers] = await Promise.all([
    publicArtist(context.db, submission.artistId),
    coverPaths(context, [submission]),
  ]);
  const links = account
    ? [...release.links, ...storeLinks(release, account.profile)]
    : release.links;
  return {
    ...labelFields(context),
    release: { ...release, links: uniqueLinks(links) },
    cover: covers.get(release.id),
    artistId: account?.artistId,
  };
}

/**
 * The artwork preview of a published release, never the file itself.
 * @returns undefined if no preview can be made.
 * @throws Response 404 if it is not published or has no artwork.
 */
export async function readCover(context: AppContext, id: string | undefined) {
  const { form } = await requirePublished(context, id);
  const upload = form.artworkUploadId && (await findUpload(context.db, form.artworkUploadId));
  if (!upload) throw refusal(404, NO_PAGE);
  return previewOf(upload) === undefined ? undefined : previewBytes(context, upload);
}

const artistDisplayName = ({ profile }: Pick<Account, "profile">) =>
  profile.artistName || profile.name;

async function latest(
  { db }: Pick<AppContext, "db">,
  limit: { releases: number; artists: number },
) {
  const [submissions, accounts] = await Promise.all([
    latestPublished(db, limit.releases),
    publishedArtists(db, limit.artists),
  ]);
  const releases = submissions.map((submission) => {
    const { id, title, type, artistName } = publicRelease(submission);
    return { id, title, type, artistName };
  });
  const artists = accounts.map((account) => ({
    artistId: account.artistId,
    name: artistDisplayName(account),
  }));
  return { submissions, shown: { releases, artists } };
}

/** What the home page shows, with covers. */
export async function showShelf(context: Pick<AppContext, "db">) {
  const { submissions, shown } = await latest(context, { releases: 6, artists: 12 });
  return { ...shown, covers: Object.fromEntries(await coverPaths(context, submissions)) };
}

/** Older releases are listed on their artists' pages. */
export const showCatalogue = async (context: Pick<AppContext, "db">) =>
  (await latest(context, { releases: 60, artists: 200 })).shown;

/** The page of a published artist. @throws Response 404 for any other. */
export async function showArtist(context: AppContext, artistId: string | undefined) {
  const account = await findPublishedArtist(context.db, (artistId ?? "").slice(0, 64));
  if (!account) throw refusal(404, NO_PAGE);
  const { profile } = account;
  const picture = readPicture(account.picture);
  const submissions = await publishedOfArtist(context.db, account.id);
  const covers = await coverPaths(context, submissions);
  return {
    ...labelFields(context),
    artist: {
      artistId: account.artistId,
      name: artistDisplayName(account),
      place: [profile.city, profile.country].filter(Boolean).join(", "),
      biography: profile.biography,
      links: profileLinks(profile),
      picture: picture && picturePath(account.artistId, picture.id, "large"),
    },
    releases: submissions.map(publicRelease).map(({ id, title, type, date }) => ({
      id,
      title,
      type,
      date,
      cover: covers.get(id),
    })),
  };
}
