import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { replyToPost, requireRelease } from "./own-release.server";
import { readDetailsPost } from "./read-details-post.server";
import { detailsPage, postDetails } from "./release-details.server";
import { storePostedProof } from "./release-proofs.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const release = await requireRelease(request, context, params.submissionId, "read");
  return detailsPage(context, release);
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const release = await requireRelease(request, context, params.submissionId, "write");
  const trackCount = release.submission.form.tracks.length;
  const post = await readDetailsPost(request, trackCount, (place, file) =>
    storePostedProof(context, release, place, file),
  );
  const result = await postDetails(context, release, post);
  const path = `/release-details/${encodeURIComponent(params.submissionId ?? "")}`;
  return replyToPost(context, path, result);
}
