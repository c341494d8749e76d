import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { followListeningLink } from "~/domain/publishing/listening-links.server";
import { publicRelease } from "~/domain/publishing/public-release";
import { findUpload } from "~/domain/uploads/receiving/upload-store.server";
import { previewOf } from "~/domain/uploads/upload";
import { longDate } from "~/platform/formats/dates";
import { NO_PAGE, refusal, TOO_MANY_LINKS, throwIfLimited } from "~/session/refusal";

const OVER = "This link has ended. To listen, ask the person who sent it for a new one.";

/** A release for the one whom the link names. @throws Response 404 for no link of ours, 410 once it has ended. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { db, settings, site, clock, scope } = context;
  throwIfLimited(context, await scope.limitCall("token-checks"), TOO_MANY_LINKS);
  const token = (params.token ?? "").slice(0, 100);
  const secret = settings.SIGNING_SECRET;
  const followed = await followListeningLink(db, { secret, token, now: clock() });
  if (followed === undefined) throw refusal(404, NO_PAGE);
  if (followed === "over") throw refusal(410, OVER);
  const { link, submission } = followed;
  const { artworkUploadId, tracks } = submission.form;
  const artwork = artworkUploadId && (await findUpload(db, artworkUploadId));
  const files = `/files/listen/${token}`;
  return {
    ...{ brand: settings.BRAND_NAME, site, artistId: undefined },
    release: { ...publicRelease(submission), links: [] },
    cover: artwork && previewOf(artwork) !== undefined ? `${files}/cover.jpg` : undefined,
    listening: {
      recipient: link.recipient,
      until: longDate(link.expiresAt),
      canDownload: link.canDownload,
      sources: tracks.map(({ uploadId }, index) =>
        uploadId === undefined ? "" : `${files}/tracks/${index + 1}`,
      ),
    },
  };
}
