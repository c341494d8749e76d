import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readTypedForm } from "../read-autosave-form.server";
import { replyToPost, requireRelease } from "./own-release.server";
import { detailsPage, postDetails } from "./release-details.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const release = await requireRelease(request, context, params.submissionId);
  return detailsPage(context, release);
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const release = await requireRelease(request, context, params.submissionId);
  const result = await postDetails(context, release, await readTypedForm(request));
  const path = `/release-details/${encodeURIComponent(params.submissionId ?? "")}`;
  return replyToPost(context, path, result);
}
