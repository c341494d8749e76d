import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readTypedForm } from "../read-autosave-form.server";
import { replyToPost, requireRelease } from "./own-release.server";
import { postSplits, splitsPage } from "./release-splits.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const release = await requireRelease(request, context, params.submissionId, "read");
  return splitsPage(context, release);
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const release = await requireRelease(request, context, params.submissionId, "write");
  const result = await postSplits(context, release, await readTypedForm(request));
  const path = `/release-details/${encodeURIComponent(params.submissionId ?? "")}/splits`;
  return replyToPost(context, path, result);
}
